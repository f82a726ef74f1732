import { act, screen, waitFor } from '@testing-library/react';
import { account } from '@daybook/contracts/auth/account';
import { session, type Me } from '@daybook/contracts/auth/session';
import { Refusal } from '@daybook/contracts/refusals';
import { profileAtom, store } from '@daybook/shared/session';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import { hostTexts, inSite } from '../test/host-screen.tsx';
import RequiredStepPage from './required-step-page.tsx';
import ForgotPage from './forgot-page.tsx';
import LinkPage from './link-page.tsx';

const token = 'x'.repeat(43);
const password = 'a long enough phrase';
const asha = { purpose: 'reset' as const, name: 'Asha', email: 'asha@example.com' };

describe('a forgotten password', () => {
  it('gets the same answer whether there is an account or not', async () => {
    fakeServer(account, { forgot: () => ({ canMail: true }) });
    const { user } = await renderScreen(inSite(<ForgotPage />), { texts: hostTexts });
    await user.type(screen.getByLabelText('E-mail'), 'nobody@example.com{Enter}');
    expect(await screen.findByText(/If there is an account for this address/)).toBeVisible();
  });

  it('gets told whom to ask while no mail is sent', async () => {
    fakeServer(account, { forgot: () => ({ canMail: false }) });
    const { user } = await renderScreen(inSite(<ForgotPage />), { texts: hostTexts });
    await user.type(screen.getByLabelText('E-mail'), 'asha@example.com{Enter}');
    expect(await screen.findByText(/Ask somebody who manages people in your firm for a link/)).toBeVisible();
    expect(screen.queryByText(/an e-mail has been sent/)).not.toBeInTheDocument();
  });
});

const openLink = () => renderScreen(inSite(<LinkPage />), { texts: hostTexts, path: `/auth/link#${token}` });

describe('a one-time link', () => {
  it('that is incomplete gets an explanation', async () => {
    fakeServer(account, {
      readLink: () => {
        throw new Refusal('INPUT_INVALID', {}, { token: [{ code: 'LINK_FORMAT' }] });
      },
    });
    await openLink();
    expect(await screen.findByRole('alert')).toHaveTextContent(/incomplete/);
  });

  it('names its person, takes a password once, and leads to sign-in', async () => {
    const server = fakeServer(account, {
      readLink: () => asha,
      acceptLink: () => ({ email: asha.email }),
    }).also(session, { logout: () => ({}) });
    const { user, address } = await openLink();
    expect(await screen.findByText('asha@example.com')).toBeVisible();
    const field = screen.getByLabelText(/New password/);
    expect(field).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show the password' }));
    expect(field).toHaveAttribute('type', 'text');
    await user.type(field, `${password}{Enter}`);
    await waitFor(() => expect(address()).toBe('/auth/login'));
    expect(server.requestsTo(account.acceptLink)[0]?.input).toEqual({ token, password });
  });

  it('is removed from the address bar at once', async () => {
    history.replaceState(null, '', `/auth/link#${token}`);
    fakeServer(account, { readLink: () => asha });
    await openLink();
    await screen.findByText('asha@example.com');
    expect(location.hash).toBe('');
  });

  it('that is used or too old leads to a new one', async () => {
    fakeServer(account, {
      readLink: () => {
        throw new Refusal('LINK_INVALID');
      },
    });
    await openLink();
    expect(await screen.findByRole('alert')).toHaveTextContent(/expired or was already used/);
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/auth/forgot');
  });

  it('refuses a common password on its field', async () => {
    fakeServer(account, {
      readLink: () => asha,
      acceptLink: () => {
        throw new Refusal('INPUT_INVALID', {}, { password: [{ code: 'PASSWORD_COMMON' }] });
      },
    });
    const { user } = await openLink();
    await user.type(await screen.findByLabelText(/New password/), 'password1234{Enter}');
    expect(await screen.findByText(/Too easy to guess/)).toBeVisible();
  });
});

const showRequiredStep = async (me: () => Me, handlers: Parameters<typeof fakeServer<typeof account>>[1]) => {
  const server = fakeServer(account, handlers).also(session, { me });
  const page = await renderScreen(inSite(<RequiredStepPage />), {
    texts: hostTexts,
    path: '/auth/required-step?redirect=%2Fapp%2Fclients',
    route: '/auth/required-step',
    me: me(),
  });
  return { ...page, server };
};

describe('a required step', () => {
  it('asks for a new password, and then leads to the page first asked for', async () => {
    let must: Me['must'] = 'change_password';
    const { user, address } = await showRequiredStep(() => ({ ...someone, must }), {
      changePassword: () => {
        must = null;
        return {};
      },
    });
    await user.type(screen.getByLabelText('Current password'), 'the one of the mail');
    await user.type(screen.getByLabelText(/New password/), `${password}{Enter}`);
    await waitFor(() => expect(address()).toBe('/app/clients'));
  });

  it('sets up a second factor, and stays until the recovery codes were seen', async () => {
    let must: Me['must'] = 'enrol_totp';
    const { user, address } = await showRequiredStep(() => ({ ...someone, must }), {
      beginTotp: ({ input }) => {
        if (input.code !== 'aaaa-bbbb-cccc')
          throw new Refusal('INPUT_INVALID', {}, { code: [{ code: input.code ? 'OTP_WRONG' : 'REQUIRED' }] });
        return { secret: 'ABCDEFGH', uri: 'otpauth://totp/Daybook:asha?secret=ABCDEFGH' };
      },
      confirmTotp: ({ input }) => {
        if (input.otp !== '123456') throw new Refusal('OTP_WRONG', {}, { otp: [{ code: 'OTP_WRONG' }] });
        must = null;
        return { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] };
      },
    });
    await user.type(screen.getByLabelText('Current password'), `${password}{Enter}`);
    // Where two factors are on already, a code is asked for as well.
    await user.type(await screen.findByLabelText(/or a recovery code/), 'aaaa-bbbb-cccc{Enter}');
    expect(await screen.findByText('ABCD EFGH')).toBeVisible();
    expect(screen.getByTitle('QR code for the authenticator app')).toBeInTheDocument();
    await user.type(screen.getByLabelText(/Code shown in the app/), '000000{Enter}');
    await waitFor(() => expect(screen.getByLabelText(/Code shown in the app/)).toBeInvalid());
    await user.clear(screen.getByLabelText(/Code shown in the app/));
    await user.type(screen.getByLabelText(/Code shown in the app/), '123456{Enter}');
    expect(await screen.findByText('cccc-dddd')).toBeVisible();
    // No clipboard access, as on a page over http.
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(String(getSelection())).toContain('aaaa-bbbb'));
    act(() => store.set(profileAtom, { ...store.get(profileAtom), user: { ...someone, must: null } }));
    expect(address()).toMatch(/^\/auth\/required-step/);
    await user.click(screen.getByRole('button', { name: 'I have saved them' }));
    await waitFor(() => expect(address()).toBe('/app/clients'));
  });
});
