import { screen, waitFor, within } from '@testing-library/react';
import { mailSettings, type MailSettings } from '@daybook/contracts/settings/mail/mail-settings';
import { type FakeHandlers, fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../locales/later/en.json';
import MailSettingsScreen from './mail-settings.tsx';

const none: MailSettings = {
  version: 1,
  host: null,
  port: null,
  security: null,
  username: null,
  sender: null,
  replyTo: null,
  signatures: { en: null, zh: null, fr: null, ja: null },
  environment: { server: null, sender: null },
};
const ours: MailSettings = {
  ...none,
  version: 2,
  host: 'mail.firm.test',
  port: 587,
  security: 'starttls',
  username: 'office',
  sender: 'office@firm.test',
};

async function show(settings: MailSettings, handlers: FakeHandlers<typeof mailSettings> = {}) {
  const api = fakeServer(mailSettings, { open: () => settings, ...handlers });
  const page = await renderScreen(<MailSettingsScreen />, {
    texts: { settings: texts },
    path: '/app/settings/mail',
    route: '/app/settings/mail',
  });
  await screen.findByRole('heading', { name: 'Mail server' });
  return { ...page, api };
}

it('a mail server is set up in a dialog, and no draft has its password', async () => {
  const { user, api } = await show(none, { saveServer: () => ours });
  expect(screen.getByText(/No mail server is set up/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send me a test' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Set up a mail server' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mail server' }));
  await user.type(dialog.getByLabelText('Host'), 'mail.firm.test');
  await user.type(dialog.getByLabelText('User'), 'office');
  await user.type(dialog.getByLabelText('Password'), 'a secret');
  await user.type(dialog.getByLabelText('Sender'), 'office@firm.test');
  expect(JSON.stringify([Object.values(sessionStorage), Object.values(localStorage)])).not.toContain(
    'a secret',
  );
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.requestsTo(mailSettings.saveServer)).toHaveLength(1));
  expect(api.requestsTo(mailSettings.saveServer)[0]).toMatchObject({
    version: 1,
    input: {
      host: 'mail.firm.test',
      port: 587,
      security: 'starttls',
      username: 'office',
      password: 'a secret',
      sender: 'office@firm.test',
    },
  });
  expect(api.requestsTo(mailSettings.save)).toEqual([]);
});

it('the test shows the answer of the mail server', async () => {
  const { user } = await show(ours, {
    test: () => ({ outcome: 'refused', to: 'asha@example.com', answer: '535 5.7.8 not you' }),
  });
  expect(screen.getByText('Sends from office@firm.test')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send me a test' }));
  expect(await screen.findByText('535 5.7.8 not you')).toBeVisible();
  expect(screen.getByText('The mail server refused a test to asha@example.com:')).toBeVisible();
});

it('the environment wins over the settings, and the screen says so', async () => {
  await show({
    ...ours,
    environment: { server: { host: 'mail.example', port: 25 }, sender: 'books@example.com' },
  });
  expect(screen.getByText(/names the mail server mail.example, port 25 \(SMTP_URL\)/)).toBeVisible();
  expect(screen.getByText('Sends from books@example.com')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Change' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Send me a test' })).toBeVisible();
});

it('reply-to and signatures are saved at the version that was read', async () => {
  const { user, api } = await show(ours, { save: () => ({ ...ours, version: 3 }) });
  await user.type(screen.getByLabelText('Reply to'), 'desk@firm.test');
  await user.type(screen.getByLabelText('Français'), 'Bien à vous');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.requestsTo(mailSettings.save)).toHaveLength(1));
  expect(api.requestsTo(mailSettings.save)[0]).toMatchObject({
    version: 2,
    input: { replyTo: 'desk@firm.test', signatures: { fr: 'Bien à vous' } },
  });
});
