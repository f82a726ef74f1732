import { screen, waitFor } from '@testing-library/react';
import {
  firmNotifications,
  usualChoice,
  type FirmNotifications,
} from '@daybook/contracts/notification-settings';
import { notificationKinds, type NotificationKind } from '@daybook/contracts/notifications';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../locales/later/en.json';
import FirmNotificationsScreen from './firm-notifications.tsx';

const now: FirmNotifications = {
  version: 4,
  choices: Object.fromEntries(notificationKinds.map((kind) => [kind, usualChoice])) as Record<
    NotificationKind,
    typeof usualChoice
  >,
  timezone: null,
  quietFrom: null,
  quietTo: null,
  digestAt: '08:00',
  usualTimezone: 'Asia/Kolkata',
  canMail: false,
};

const at = {
  texts: { settings: texts },
  path: '/app/settings/notifications',
  route: '/app/settings/notifications',
};

it('the firm chooses a mail for an event, and quiet hours, at the version that was read', async () => {
  const api = fakeServer(firmNotifications, { open: () => now, save: () => ({ ...now, version: 5 }) });
  const { user } = await renderScreen(<FirmNotificationsScreen />, at);
  expect(await screen.findByText(/No mail server is set up/)).toBeVisible();
  expect(screen.getByText('Default: Asia/Kolkata')).toBeVisible();
  const pick = (box: string, option: string) =>
    user.type(screen.getByRole('combobox', { name: box }), `${option}{Enter}`);
  await user.click(screen.getByRole('combobox', { name: 'A promise to pay is not kept' }));
  await user.click(
    await screen.findByText('Bell and daily e-mail', { selector: '.ant-select-item-option-content' }),
  );
  await pick('Quiet hours from', '20:00');
  await pick('Quiet hours until', '07:00');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.requestsTo(firmNotifications.save)).toHaveLength(1));
  expect(api.requestsTo(firmNotifications.save)[0]).toMatchObject({
    version: 4,
    input: {
      choices: { ...now.choices, promise_broken: { bell: true, mail: 'daily' } },
      quietFrom: '20:00',
      quietTo: '07:00',
      digestAt: '08:00',
    },
  });
});
