import { act, screen, waitFor } from '@testing-library/react';
import { session } from '@daybook/contracts/auth/session';
import { Refusal } from '@daybook/contracts/refusals';
import { authAtom, store } from '@daybook/shared/session';
import { type FakeHandlers, fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import { hostTexts, inSite } from '../test/host-screen.tsx';
import SignInAgain from './sign-in-again.tsx';
import { SignInForm } from './sign-in-form.tsx';

const right = 'correct horse battery';

async function signInPage(login: FakeHandlers<typeof session>['login'], email = '') {
  const server = fakeServer(session, { ...(login && { login }), me: () => someone });
  const page = await renderScreen(inSite(<SignInForm goTo="/app/clients" email={email} />), {
    texts: hostTexts,
  });
  act(() => store.set(authAtom, { ...store.get(authAtom), token: null, showMessage: false }));
  const send = () => page.user.click(screen.getByRole('button', { name: 'Sign in' }));
  return { ...page, server, send };
}

const type = async ({ user }: { user: { type: (field: Element, text: string) => Promise<void> } }) => {
  await user.type(screen.getByLabelText('E-mail'), 'a@example.com');
  await user.type(screen.getByLabelText('Password'), right);
};

describe('the sign-in form', () => {
  it('asks for the code on the same page, and keeps what was typed', async () => {
    const page = await signInPage(({ input }) => {
      if (input.otp === undefined) throw new Refusal('AUTH_OTP_REQUIRED');
      return { token: 'secret' };
    });
    await type(page);
    await page.send();
    const code = await screen.findByLabelText(/Authentication code/);
    expect(code).toHaveFocus();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toHaveValue(right);
    await page.user.type(code, '123456{Enter}');
    await waitFor(() => expect(store.get(authAtom).token).toBe('secret'));
    expect(page.server.requestsTo(session.login).at(-1)?.input).toEqual({
      email: 'a@example.com',
      password: right,
      otp: '123456',
    });
  });

  it('accepts a recovery code instead, and shows a wrong code', async () => {
    const page = await signInPage(({ input }) => {
      if (input.recovery === undefined) throw new Refusal('AUTH_OTP_REQUIRED');
      if (input.recovery !== 'good') throw new Refusal('AUTH_OTP_REQUIRED');
      return { token: 'secret' };
    });
    await type(page);
    await page.send();
    await page.user.click(await screen.findByRole('button', { name: 'Use a recovery code instead' }));
    await page.user.type(screen.getByLabelText(/Recovery code/), 'bad{Enter}');
    expect(await screen.findByText('This code is not valid')).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: 'Use the authenticator app instead' }));
    expect(screen.queryByText('This code is not valid')).not.toBeInTheDocument();
    await page.user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
    await page.user.type(screen.getByLabelText(/Recovery code/), 'good{Enter}');
    await waitFor(() => expect(store.get(authAtom).token).toBe('secret'));
  });

  it('counts down the waiting time, and sends nothing meanwhile', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const page = await signInPage(() => {
      throw new Refusal('RATE_LIMITED', { seconds: 75 });
    });
    await type(page);
    await page.send();
    const button = await screen.findByRole('button', { name: /Try again in 1:1\d/ });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await page.user.click(button);
    expect(page.server.requestsTo(session.login)).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(80_000));
    expect(screen.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-disabled', 'false');
    jest.useRealTimers();
  });

  it('leads to the first field that is empty, whose name stays the same and whose message describes it', async () => {
    const { user, server, send } = await signInPage(() => ({ token: 'secret' }));
    await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'a@example.com');
    await send();
    const password = screen.getByLabelText('Password');
    expect(password).toHaveFocus();
    expect(password).toHaveAccessibleName('Password');
    expect(password).toHaveAccessibleDescription('Enter your password');
    expect(server.requestsTo(session.login)).toEqual([]);
  });

  it('sends once what is submitted twice, and never as a part of an address', async () => {
    const page = await signInPage(() => ({ token: 'secret' }));
    await type(page);
    const form = page.container.querySelector('form') as HTMLFormElement;
    expect(form.method).toBe('post');
    act(() => {
      form.requestSubmit();
    });
    act(() => {
      form.requestSubmit();
    });
    await waitFor(() => expect(store.get(authAtom).token).toBe('secret'));
    expect(page.server.requestsTo(session.login)).toHaveLength(1);
  });

  it('presets the address of a person who has just set a password', async () => {
    await signInPage(() => ({ token: 'secret' }), 'asha@example.com');
    expect(screen.getByLabelText('E-mail')).toHaveValue('asha@example.com');
    expect(screen.getByLabelText('Password')).toHaveFocus();
  });

  it('explains why it covers a page', async () => {
    await renderScreen(inSite(<SignInForm goTo="/app" hasEnded />), { texts: hostTexts });
    expect(screen.getByText(/^Your session has ended/)).toBeVisible();
  });

  it('above a page begins at the password, links nowhere else, and can be dismissed', async () => {
    const again = <SignInAgain userId={someone.id} email="asha@example.com" isAnother={false} />;
    fakeServer(session, { login: () => ({ token: 'secret' }), me: () => someone });
    const { user } = await renderScreen(inSite(again), { texts: hostTexts });
    expect(screen.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toHaveValue('asha@example.com');
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    await user.keyboard(`${right}{Enter}`);
    await waitFor(() => expect(store.get(authAtom).token).toBe('secret'));
  });

  it('links to the page for a forgotten password', async () => {
    await signInPage(() => ({ token: 'secret' }));
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/auth/forgot');
  });
});
