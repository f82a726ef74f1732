import { act, screen, waitFor } from '@testing-library/react';
import { session } from '@daybook/contracts/auth/session';
import { Refusal } from '@daybook/contracts/refusals';
import { authAtom, store } from '@daybook/shared/session';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import { hostTexts, inSite } from '../test/host-screen.tsx';
import { SignInForm } from './sign-in-form.tsx';

const line = { works: false };

jest.mock('./code-field.tsx', () => {
  const field = jest.requireActual<object>('./code-field.tsx');
  return {
    __esModule: true,
    // As with a dynamic import, whoever asks for the component gets it only while the line works.
    get default() {
      if (!line.works) throw new Error('Loading chunk failed');
      return (field as { default: unknown }).default;
    },
  };
});

describe('the sign-in form, when the field for the code cannot be loaded', () => {
  it('keeps what was typed, says so, and tries again with the next press', async () => {
    jest.spyOn(globalThis, 'reportError').mockReturnValue();
    const server = fakeServer(session, {
      login: ({ input }) => {
        if (input.otp === undefined) throw new Refusal('AUTH_OTP_REQUIRED');
        return { token: 'secret' };
      },
      me: () => someone,
    });
    const { user } = await renderScreen(inSite(<SignInForm goTo="/app/clients" />), { texts: hostTexts });
    act(() => store.set(authAtom, { ...store.get(authAtom), token: null, showMessage: false }));
    await user.type(screen.getByLabelText('E-mail'), 'a@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse battery{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^The field for your code could not be loaded/,
    );
    expect(screen.getByLabelText('Password')).toHaveValue('correct horse battery');

    line.works = true;
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const code = await screen.findByLabelText('Authentication code');
    expect(code).toHaveFocus();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.type(code, '123456{Enter}');
    await waitFor(() => expect(store.get(authAtom).token).toBe('secret'));
    expect(server.requestsTo(session.login)).toHaveLength(3);
  });
});
