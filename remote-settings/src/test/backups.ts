import { Refusal } from '@daybook/contracts/refusals';
import {
  backups,
  backupSettings,
  type Backup,
  type BackupSettings,
  type BackupState,
} from '@daybook/contracts/settings/backups/backups';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { texts } from '../test/texts.ts';

export const made: Backup = {
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
export const failed: Backup = {
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
export const safe: BackupState = {
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
export const settings: BackupSettings = {
  version: 3,
  isOn: false,
  atTime: '02:00',
  folder: null,
  usualFolder: '/var/backups',
  timezone: 'Europe/Paris',
  destination: 'folder',
  usualBucket: null,
  bucketEndpoint: null,
  bucketRegion: null,
  bucketName: null,
  bucketPrefix: null,
  bucketKeyId: null,
  encryption: 'none',
  recipients: [],
  keepDaily: 7,
  keepWeekly: 5,
  keepMonthly: 12,
};
export const options = {
  path: '/app/settings/backups',
  route: '/app/settings/backups',
  texts: { settings: texts.en },
  me: { userType: 'admin' as const },
};

/** A server with these backups; what is requested ends while the page polls. */
export function serve(
  state: BackupState = safe,
  rows: Backup[] = [made],
  schedule: BackupSettings = settings,
) {
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
    open: () => schedule,
    save: ({ input: { passphrase: _passphrase, bucketSecret: _secret, ...input } }) => {
      if (input.folder === '/not/mounted')
        throw new Refusal('INPUT_INVALID', {}, { folder: [{ code: 'FOLDER_MISSING' }] });
      if (input.recipients.includes('age1mistyped'))
        throw new Refusal('INPUT_INVALID', {}, { recipients: [{ code: 'RECIPIENT_INVALID' }] });
      return { ...schedule, ...input, version: 4 };
    },
  });
}
