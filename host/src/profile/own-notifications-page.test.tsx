import { screen, waitFor } from '@testing-library/react';
import {
  ownNotifications,
  usualChoice,
  type OwnNotifications,
} from '@daybook/contracts/notification-settings';
import { notificationKinds, type NotificationKind } from '@daybook/contracts/notifications';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { hostTexts, inSite } from '../test/host-screen.tsx';
import OwnNotificationsPage from './own-notifications-page.tsx';

const ofFirm: OwnNotifications = {
  isOwn: false,
  choices: Object.fromEntries(notificationKinds.map((kind) => [kind, usualChoice])) as Record<
    NotificationKind,
    typeof usualChoice
  >,
  timezone: null,
  quietFrom: '20:00',
  quietTo: '07:00',
  digestAt: '08:00',
  usualTimezone: 'Asia/Kolkata',
  canMail: true,
};

it('a person chooses how they are notified, and gives it up again', async () => {
  let mine = ofFirm;
  const server = fakeServer(ownNotifications, {
    open: () => mine,
    save: () => (mine = { ...ofFirm, isOwn: true }),
    reset: () => (mine = ofFirm),
  });
  const { user } = await renderScreen(inSite(<OwnNotificationsPage />), {
    texts: hostTexts,
    path: '/app/profile/notifications',
  });
  expect(await screen.findByText(/You have not chosen anything yet/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Use the choices of the firm' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'A task is assigned to you' }));
  await user.click(await screen.findByText('Off', { selector: '.ant-select-item-option-content' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requestsTo(ownNotifications.save)).toHaveLength(1));
  expect(server.requestsTo(ownNotifications.save)[0]?.input).toMatchObject({
    choices: { task_assigned: { bell: false, mail: 'none' }, task_to_review: usualChoice },
    quietFrom: '20:00',
  });
  await user.click(await screen.findByRole('button', { name: 'Use the choices of the firm' }));
  await waitFor(() => expect(server.requestsTo(ownNotifications.reset)).toHaveLength(1));
  expect(await screen.findByText(/You have not chosen anything yet/)).toBeVisible();
});

const event = () => screen.findByRole('combobox', { name: 'A task is assigned to you' });

it('what was changed and not saved is given up with the rest', async () => {
  let mine: OwnNotifications = { ...ofFirm, isOwn: true };
  fakeServer(ownNotifications, { open: () => mine, reset: () => (mine = ofFirm) });
  const { user } = await renderScreen(inSite(<OwnNotificationsPage />), {
    texts: hostTexts,
    path: '/app/profile/notifications',
  });
  await user.click(await event());
  await user.click(await screen.findByText('Off', { selector: '.ant-select-item-option-content' }));
  await user.click(screen.getByRole('button', { name: 'Use the choices of the firm' }));
  expect(await screen.findByText(/You have not chosen anything yet/)).toBeVisible();
  expect((await event()).closest('.ant-select')).toHaveTextContent(/^Under the bell$/);
});
