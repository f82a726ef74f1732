import { act, screen, waitFor, within } from '@testing-library/react';
import { languages } from '@daybook/contracts/fields';
import {
  backupFaults,
  backups,
  backupSettings,
  backupVerdicts,
} from '@daybook/contracts/settings/backups/backups';
import { Refusal } from '@daybook/contracts/refusals';
import { addTexts, setLanguage } from '@daybook/shared/i18n';
import { renderScreen } from '@daybook/shared/test/render-screen';
import BackupList from './backup-list.tsx';
import { failed, made, options, safe, serve } from '../test/backups.ts';
import { texts } from '../test/texts.ts';

const state = () => screen.findByRole('region', { name: 'State of the backups' });

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
