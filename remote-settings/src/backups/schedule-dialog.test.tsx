import { screen, waitFor, within } from '@testing-library/react';
import { backupSettings } from '@daybook/contracts/settings/backups/backups';
import { renderScreen } from '@daybook/shared/test/render-screen';
import BackupList from './backup-list.tsx';
import { options, safe, serve, settings } from '../test/backups.ts';

async function openSchedule() {
  const { user } = await renderScreen(<BackupList />, options);
  await user.click(await screen.findByRole('button', { name: 'Schedule' }));
  return { user, dialog: await screen.findByRole('dialog') };
}

describe('the schedule of the backups', () => {
  it('keeps the schedule in a dialog, and shows a refused folder on its field', async () => {
    const server = serve({ ...safe, verdict: 'off', isOn: false });
    const { user, dialog } = await openSchedule();
    expect(within(dialog).getByPlaceholderText('Default: /var/backups')).toBeVisible();
    await user.click(within(dialog).getByRole('switch', { name: 'Back up every night' }));
    await user.type(within(dialog).getByLabelText('Folder'), '/not/mounted');
    await user.click(within(dialog).getByRole('combobox', { name: 'Encryption' }));
    await user.click(await screen.findByTitle('With a passphrase'));
    await user.type(within(dialog).getByLabelText('Passphrase'), 'correct horse battery');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findAllByText(/This folder does not exist on the server/)).not.toEqual([]);
    await user.clear(within(dialog).getByLabelText('Folder'));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requestsTo(backupSettings.save).at(-1)).toMatchObject({
      version: 3,
      input: { isOn: true, encryption: 'passphrase', passphrase: 'correct horse battery', keepDaily: 7 },
    });
  });

  it('takes the public keys for which backups are encrypted, and shows a mistyped one on its field', async () => {
    const server = serve();
    const { user, dialog } = await openSchedule();
    await user.click(within(dialog).getByRole('combobox', { name: 'Encryption' }));
    await user.click(await screen.findByTitle('For public keys'));
    expect(within(dialog).queryByLabelText('Passphrase')).toBeNull();
    const keys = within(dialog).getByRole('combobox', { name: 'Public keys' });
    await user.type(keys, 'age1mistyped,');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findAllByText(/begins with age1, without typing errors/)).not.toEqual([]);
    await user.type(keys, '{backspace}age1good,');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requestsTo(backupSettings.save).at(-1)).toMatchObject({
      input: { encryption: 'recipients', recipients: ['age1good'] },
    });
  });

  it('takes a bucket with its key, and never shows the secret again', async () => {
    const server = serve();
    const { user, dialog } = await openSchedule();
    await user.click(within(dialog).getByRole('combobox', { name: 'Destination' }));
    await user.click(await screen.findByTitle(/^Bucket/));
    expect(within(dialog).queryByLabelText('Folder')).toBeNull();
    await user.type(within(dialog).getByLabelText('Endpoint'), 'https://s3.example.com');
    await user.type(within(dialog).getByLabelText('Bucket'), 'firm-backups');
    await user.type(within(dialog).getByLabelText('Access key'), 'AKID');
    const secret = within(dialog).getByLabelText('Secret');
    expect(secret).toHaveAttribute('type', 'password');
    await user.type(secret, 'not for everybody');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requestsTo(backupSettings.save).at(-1)).toMatchObject({
      input: {
        destination: 'bucket',
        bucketEndpoint: 'https://s3.example.com',
        bucketName: 'firm-backups',
        bucketKeyId: 'AKID',
        bucketSecret: 'not for everybody',
      },
    });
  });

  it('says that the bucket of the environment wins, and that a stored secret is kept', async () => {
    serve(safe, [], {
      ...settings,
      destination: 'bucket',
      usualBucket: 'https://s3.example.com/of-server',
      bucketEndpoint: 'https://s3.example.com',
      bucketName: 'firm-backups',
      bucketKeyId: 'AKID',
    });
    const { dialog } = await openSchedule();
    expect(dialog).toHaveTextContent(/names the bucket https:\/\/s3\.example\.com\/of-server\..*go there/);
    expect(dialog).toHaveTextContent(/Leave empty to keep it\. Another bucket or key needs it again/);
  });
});
