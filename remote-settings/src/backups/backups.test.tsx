import { act, screen, waitFor, within } from '@testing-library/react';
import { languages } from '@daybook/contracts/fields';
import {
  backupFaults,
  backups,
  backupSettings,
  backupVerdicts,
  type Backup,
  type BackupSettings,
  type BackupState,
} from '@daybook/contracts/settings/backups/backups';
import { Refusal } from '@daybook/contracts/refusals';
import { addTexts, setLanguage } from '@daybook/shared/i18n';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import BackupList from './backup-list.tsx';
import { texts } from '../test/texts.ts';

const made: Backup = {
  id: '018f2b1c-0000-7000-8000-000000000001',
  kind: 'scheduled',
  status: 'done',
  by: null,
  at: '2026-11-28T02:00:00Z',
  endedAt: '2026-11-28T02:00:12Z',
  seconds: 12,
  folder: '/mnt/backups',
  file: 'daybook-2026-11-28-020000.tar.zst',
  bytes: 23_400_000,
  rows: 81_234,
  auditSeq: 9_000,
  auditHash: 'abcdef',
  isEncrypted: false,
  fault: null,
  detail: null,
  removedAt: null,
  test: 'restored',
  testAt: '2026-11-28T02:01:00Z',
  testFound: 0,
  testFault: null,
  testDetail: null,
};
const failed: Backup = {
  ...made,
  id: '018f2b1c-0000-7000-8000-000000000002',
  kind: 'by_hand',
  by: 'Ada',
  status: 'failed',
  fault: 'DISK_FULL',
  file: null,
  bytes: null,
  rows: null,
  test: null,
  testAt: null,
  testFound: null,
};
const safe: BackupState = {
  verdict: 'safe',
  isOn: true,
  atTime: '02:00',
  timezone: 'Europe/Paris',
  folder: '/mnt/backups',
  lastGood: { id: made.id, at: made.at, folder: '/mnt/backups', file: made.file ?? '' },
  lastTest: { at: made.at, of: made.at, test: 'restored' },
  fault: null,
  detail: null,
  isRunning: false,
  isTesting: false,
};
const settings: BackupSettings = {
  version: 3,
  isOn: false,
  atTime: '02:00',
  folder: null,
  usualFolder: '/var/backups',
  timezone: 'Europe/Paris',
  encryption: 'none',
  recipients: [],
  keepDaily: 7,
  keepWeekly: 5,
  keepMonthly: 12,
};
const options = {
  path: '/app/settings/backups',
  route: '/app/settings/backups',
  texts: { settings: texts.en },
  me: { userType: 'admin' as const },
};

function serve(state: BackupState = safe, rows: Backup[] = [made]) {
  let now = state;
  let asked = 0;
  const server = fakeServer(backups, {
    list: () => ({ rows, pageSize: 20, next: null, previous: null }),
    total: () => ({ total: rows.length, isCapped: false }),
    // What was requested ends while the page polls.
    state: () => ((asked += 1) > 3 ? { ...now, isRunning: false, isTesting: false } : now),
    backUp: (): Backup => {
      now = { ...now, isRunning: true };
      asked = 0;
      return { ...made, status: 'running' };
    },
    testRestore: (): Backup => {
      now = { ...now, isTesting: true };
      asked = 0;
      return { ...made, test: 'waiting' };
    },
  });
  return server.also(backupSettings, {
    open: () => settings,
    save: ({ input: { passphrase: _secret, ...input } }) => {
      if (input.folder === '/not/mounted')
        throw new Refusal('INPUT_INVALID', {}, { folder: [{ code: 'FOLDER_MISSING' }] });
      if (input.recipients.includes('age1mistyped'))
        throw new Refusal('INPUT_INVALID', {}, { recipients: [{ code: 'RECIPIENT_INVALID' }] });
      return { ...settings, ...input, version: 4 };
    },
  });
}

const state = () => screen.findByRole('region', { name: 'State of the backups' });

async function openSchedule() {
  const { user } = await renderScreen(<BackupList />, options);
  await state();
  await user.click(screen.getByRole('button', { name: 'Schedule' }));
  return { user, dialog: await screen.findByRole('dialog') };
}

describe('the page of the backups', () => {
  it('says that the firm is safe, where the last backup is, and when one was tested', async () => {
    serve();
    await renderScreen(<BackupList />, options);
    const note = await state();
    expect(note).toHaveTextContent(/Your firm is safe/);
    expect(note).toHaveTextContent('/mnt/backups/daybook-2026-11-28-020000.tar.zst');
    expect(note).toHaveTextContent(/restored into an empty database/);
    expect(note).toHaveTextContent('Every night at 02:00 (Europe/Paris)');
    expect(note).toHaveTextContent(/Restored and checked.*SECRET_KEY\) is not in the backups/);
    const row = await screen.findByRole('row', { name: /By schedule/ });
    expect(row).toHaveTextContent(/23\.4 MB81,234Restored and checked/);
  });

  it('says what to do where the firm is not safe, and why the last backup failed', async () => {
    serve(
      {
        ...safe,
        verdict: 'failed',
        fault: 'DISK_FULL',
        detail: 'ENOSPC: no space left',
        lastGood: null,
        lastTest: null,
      },
      [failed],
    );
    await renderScreen(<BackupList />, options);
    const note = await state();
    expect(note).toHaveTextContent(
      /The last backup failed\..*drive of the folder is full.*ENOSPC.*Back up now/,
    );
    expect(within(note).queryByRole('button', { name: 'Test restore' })).toBeNull();
    const row = await screen.findByRole('row', { name: /By hand · Ada/ });
    expect(row).toHaveTextContent(/Failed.*drive of the folder is full/);
    expect(within(row).queryByRole('button')).toBeNull();
  });

  it('shows the message to which the text of an unforeseen reason refers', async () => {
    const test = 'failed' as const;
    serve(safe, [
      { ...made, test, testFault: 'UNEXPECTED', testDetail: 'the database is in use' },
      { ...failed, fault: 'UNEXPECTED', detail: 'EIO: i/o error' },
    ]);
    await renderScreen(<BackupList />, options);
    expect(await screen.findByRole('row', { name: /By schedule/ })).toHaveTextContent(
      /message below.*the database is in use/,
    );
    expect(screen.getByRole('row', { name: /By hand/ })).toHaveTextContent(/message below.*EIO: i\/o error/);
  });

  it('says nothing of an earlier fault while the backup is tested again', async () => {
    serve(safe, [{ ...made, test: 'waiting', testFault: 'ARCHIVE_REFUSED' }]);
    await renderScreen(<BackupList />, options);
    const row = await screen.findByRole('row', { name: /By schedule/ });
    expect(row).toHaveTextContent('Requested');
    expect(row).not.toHaveTextContent(/damaged/);
  });

  it('is empty before the first backup', async () => {
    serve({ ...safe, verdict: 'never', lastGood: null, lastTest: null }, []);
    await renderScreen(<BackupList />, options);
    expect(await screen.findByText('No backup has been made yet.')).toBeVisible();
    expect(await state()).toHaveTextContent(/there is no backup.*02:00/);
  });

  it('requests a backup and the test of one, and follows them to their end', async () => {
    const server = serve();
    const { user } = await renderScreen(<BackupList />, options);
    await state();
    await user.click(screen.getByRole('button', { name: 'Back up now' }));
    expect(await screen.findByText('The backup has been requested.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/A backup is being made/)).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Test restore' }));
    expect(await screen.findByText('The test has been requested.')).toBeVisible();
    await waitFor(() => expect(server.requestsTo(backups.testRestore)).toHaveLength(1));
    expect(server.requestsTo(backups.testRestore)[0]?.input).toEqual({ id: made.id });
    expect(server.requestsTo(backups.backUp)).toHaveLength(1);
  });

  it('says that the state could not be read, and reads it again', async () => {
    const server = serve();
    let isDown = true;
    server.also(backups, {
      state: () => {
        if (isDown) throw new Refusal('UNAVAILABLE');
        return safe;
      },
    });
    const { user } = await renderScreen(<BackupList />, options);
    expect(await screen.findByRole('row', { name: /By schedule/ })).toBeVisible();
    isDown = false;
    await user.click(within(await screen.findByRole('alert')).getByRole('button'));
    expect(await state()).toHaveTextContent(/Your firm is safe/);
  });

  it('says why the schedule does not open', async () => {
    const server = serve();
    server.also(backupSettings, {
      open: () => {
        throw new Refusal('PERM_DENIED');
      },
    });
    const { user } = await renderScreen(<BackupList />, options);
    await state();
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    expect(await screen.findByText(/not have permission|not allowed|may not/i)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

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

  it('says that Daybook cannot open what is encrypted for public keys, and does not call that tested in full', async () => {
    const test = 'compared' as const;
    serve({ ...safe, verdict: 'unopened', lastTest: { at: made.at, of: made.at, test } }, [
      { ...made, test },
    ]);
    await renderScreen(<BackupList />, options);
    const note = await state();
    expect(note).toHaveTextContent(/Only your private key opens them.*cannot test them in full/);
    expect(note).toHaveTextContent(/every quarter.*Unchanged, not opened.*was not opened or restored/);
    expect(await screen.findByRole('row', { name: /By schedule/ })).toHaveTextContent(
      'Unchanged, not opened',
    );
  });

  it.each(languages)('has its words in %s', async (language) => {
    const { backup } = texts[language];
    expect(Object.keys(backup.faults)).toEqual([...backupFaults]);
    expect(Object.keys(backup.verdicts).toSorted()).toEqual([...backupVerdicts].toSorted());
    serve();
    await act(async () => {
      addTexts('settings', language, texts[language]);
      await setLanguage(language);
    });
    await renderScreen(<BackupList />, { ...options, texts: { settings: texts[language] } });
    expect(await screen.findByText(backup.verdicts.safe)).toBeVisible();
    expect(screen.getByRole('button', { name: backup.run })).toBeVisible();
    await act(() => setLanguage('en'));
  });
});
