import { screen, waitFor } from '@testing-library/react';
import { security, type SecuritySettings } from '@daybook/contracts/settings/security/security';
import { refuseField } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { texts } from '../test/texts.ts';
import SecuritySettingsScreen from './security-settings.tsx';

const stored: SecuritySettings = {
  version: 3,
  totpRequired: ['super_admin'],
  idleMinutes: 60,
  sessionHours: 12,
  allowedNetworks: [],
  auditHeadTo: [],
  yourAddress: '203.0.113.9',
};

beforeEach(() => sessionStorage.clear());

it('the super admin sets two factors, the length of sessions and the networks', async () => {
  const api = fakeServer(security, {
    open: () => stored,
    save: ({ input }) => ({ ...stored, ...input, version: 4 }),
  });
  const { user } = await show();
  expect(await screen.findByRole('checkbox', { name: 'Super admin' })).toBeChecked();
  expect(screen.getByText(/Your own address is 203\.0\.113\.9\./)).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Admin' }));
  const idle = screen.getByLabelText('Minutes without activity');
  await user.clear(idle);
  await user.type(idle, '15');
  await user.type(screen.getByLabelText('Allowed networks'), '203.0.113.0/24 ');
  await user.type(screen.getByLabelText('Addresses for the daily seal'), 'auditor@example.com ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.requestsTo(security.save)).toHaveLength(1));
  expect(api.requestsTo(security.save)[0]).toMatchObject({
    version: 3,
    input: {
      totpRequired: ['super_admin', 'admin'],
      idleMinutes: 15,
      sessionHours: 12,
      allowedNetworks: ['203.0.113.0/24'],
      auditHeadTo: ['auditor@example.com'],
    },
  });
});

it('a network that is none is refused on the field, before anything is sent', async () => {
  const api = fakeServer(security, { open: () => stored });
  const { user } = await show();
  await user.type(await screen.findByLabelText('Allowed networks'), 'office ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Enter addresses such as 203\.0\.113\.7/)).toBeVisible();
  expect(api.requestsTo(security.save)).toEqual([]);
});

it('networks that would lock the person out are refused on the field, and stay in it', async () => {
  fakeServer(security, {
    open: () => stored,
    save: ({ input: { allowedNetworks } }) => {
      expect(allowedNetworks).toEqual(['10.0.0.0/8']);
      const address = { address: '203.0.113.9' };
      throw refuseField('INPUT_INVALID', 'allowedNetworks', address, 'NETWORK_LOCKS_YOU_OUT');
    },
  });
  const { user } = await show();
  await user.type(await screen.findByLabelText('Allowed networks'), '10.0.0.0/8 ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/would be locked out: add 203\.0\.113\.9/)).toBeVisible();
  expect(screen.getAllByText('10.0.0.0/8')[0]).toBeInTheDocument();
});

const show = () =>
  renderScreen(<SecuritySettingsScreen />, {
    texts: { settings: texts.en },
    path: '/app/settings/security',
    route: '/app/settings/security',
  });
