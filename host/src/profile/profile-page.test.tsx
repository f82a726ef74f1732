import { screen, waitFor, within } from '@testing-library/react';
import { account, type OpenSession, type Profile } from '@daybook/contracts/auth/account';
import { session } from '@daybook/contracts/auth/session';
import { Refusal } from '@daybook/contracts/refusals';
import { store, themeAtom } from '@daybook/shared/session';
import { type FakeHandlers, fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen, someone } from '@daybook/shared/test/render-screen';
import { hostTexts, inSite } from '../test/host-screen.tsx';
import { deviceName } from './device-name.ts';
import ProfilePage from './profile-page.tsx';

const profile: Profile = {
  id: someone.id,
  version: 3,
  name: 'Asha Rao',
  email: someone.email,
  phone: null,
  locale: 'en',
  hasPhoto: false,
  hasTotp: false,
  recoveryLeft: 0,
  passwordChangedAt: '2026-11-01T08:00:00Z',
};

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1';
const open = (end: number, isCurrent: boolean, userAgent: string): OpenSession => ({
  id: `018f2b1c-0000-7000-8000-00000000000${end}`,
  startedAt: '2026-11-20T08:00:00Z',
  lastSeenAt: '2026-11-21T08:00:00Z',
  userAgent,
  address: '192.0.2.7',
  isCurrent,
});

async function show(mine: Partial<Profile> = {}, handlers: FakeHandlers<typeof account> = {}) {
  const server = fakeServer(account, {
    open: () => ({ ...profile, ...mine }),
    sessions: () => ({ rows: [open(1, true, chrome), open(2, false, safari)] }),
    signIns: () => ({
      rows: [
        {
          id: open(3, false, '').id,
          at: '2026-11-21T08:00:00Z',
          outcome: 'wrong_password' as const,
          userAgent: safari,
          address: null,
        },
      ],
    }),
    ...handlers,
  }).also(session, { me: () => someone });
  const page = await renderScreen(inSite(<ProfilePage />), { texts: hostTexts, path: '/app/profile' });
  await screen.findByRole('heading', { name: 'Where you are signed in' });
  return { ...page, server };
}

beforeEach(() => sessionStorage.clear());

describe('the profile', () => {
  it('is saved at its version, and stays open', async () => {
    const { user, server, address } = await show(
      {},
      { edit: ({ input }) => ({ ...profile, ...input, version: 4 }) },
    );
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'Asha Mehta{Enter}');
    await waitFor(() => expect(server.requestsTo(account.edit)).toHaveLength(1));
    expect(server.requestsTo(account.edit)[0]).toMatchObject({
      version: 3,
      input: { name: 'Asha Mehta', phone: null, locale: 'en' },
    });
    expect(address()).toBe('/app/profile');
  });

  it('turns the page dark at once', async () => {
    const { user } = await show();
    await user.click(screen.getByText('Dark'));
    expect(store.get(themeAtom).currentTheme).toBe('dark');
  });

  it('changes the password, and shows on the field that the present one is wrong', async () => {
    const { user, server } = await show(
      {},
      {
        changePassword: ({ input }) => {
          if (input.current !== 'right')
            throw new Refusal('PASSWORD_WRONG', {}, { current: [{ code: 'PASSWORD_WRONG' }] });
          return {};
        },
      },
    );
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Current password'), 'wrong');
    await user.type(within(dialog).getByLabelText('New password'), 'a long enough phrase{Enter}');
    expect(await within(dialog).findByText('The password is wrong.')).toBeVisible();
    await user.clear(within(dialog).getByLabelText('Current password'));
    await user.type(within(dialog).getByLabelText('Current password'), 'right{Enter}');
    await waitFor(() => expect(server.requestsTo(account.changePassword)).toHaveLength(2));
    expect(await screen.findByText('Your password has been changed.')).toBeVisible();
  });

  it('names each device, and signs another one out', async () => {
    const { user, server } = await show({}, { endSession: () => ({}) });
    expect(await screen.findByText('Chrome · Windows')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign out Chrome · Windows' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Sign out Safari · iPhone' }));
    await waitFor(() =>
      expect(server.requestsTo(account.endSession)[0]?.input).toEqual({ id: open(2, false, '').id }),
    );
  });

  it('signs out everywhere else after a question', async () => {
    const { user } = await show({}, { endOthers: () => ({ ended: 2 }) });
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere else' }));
    expect(await screen.findByText('2 sessions have been ended.')).toBeVisible();
  });

  it('shows attempts to sign in', async () => {
    await show();
    expect(await screen.findByText('Wrong password')).toBeVisible();
  });

  it('switches two-factor sign-in off by the password and a code, or explains that the firm requires it', async () => {
    const { user } = await show(
      { hasTotp: true, recoveryLeft: 1 },
      {
        endTotp: ({ input }) => {
          if (input.code !== '123456') throw new Refusal('OTP_WRONG', {}, { code: [{ code: 'OTP_WRONG' }] });
          throw new Refusal('TOTP_ENFORCED');
        },
      },
    );
    expect(screen.getByText('One recovery code left.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Switch off two-factor sign-in' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Current password'), 'right');
    const code = within(dialog).getByLabelText(/Code from the app, or a recovery code/);
    await user.type(code, '000000{Enter}');
    expect(await within(dialog).findByText('This code is wrong or was already used')).toBeVisible();
    await user.clear(code);
    await user.type(code, '123456{Enter}');
    expect(await within(dialog).findByText(/it stays on/)).toBeVisible();
  });
});

describe('the name of a device', () => {
  it('is the short name of its browser', () => {
    expect(deviceName(chrome)).toBe('Chrome · Windows');
    expect(deviceName(safari)).toBe('Safari · iPhone');
    expect(deviceName(`${chrome} Edg/140.0`)).toBe('Edge · Windows');
    expect(deviceName('curl/8')).toBe('curl/8');
    expect(deviceName(null)).toBeNull();
  });
});
