import { z } from 'zod';
import { endpoint, forAdmins } from '../../endpoint.ts';
import { ById, Instant, PlainDate, Uuid, Version, requiredText } from '../../fields.ts';
import { listQuery, ListTotal, several } from '../../lists.ts';
import { listEndpoints, settingEndpoints } from '../../usual-endpoints.ts';

export const backupKinds = ['scheduled', 'by_hand'] as const;
export const backupStatuses = ['waiting', 'running', 'done', 'failed'] as const;
/**
 * `restored`: into a scratch database, whose books were checked. `read`: every byte of the file, where no scratch database is allowed.
 * `compared`: the file has the bytes that were written, but was not opened, because it is encrypted for public keys.
 */
export const testStatuses = ['waiting', 'running', 'restored', 'read', 'compared', 'failed'] as const;
export type TestStatus = (typeof testStatuses)[number];

/** Why a backup or its test failed. The settings remote has a text for each under `backup.faults.<fault>`. */
export const backupFaults = [
  'FOLDER_NOT_SET',
  'FOLDER_MISSING',
  'FOLDER_NOT_WRITABLE',
  'DISK_FULL',
  'BUCKET_UNREACHABLE',
  'BUCKET_MISSING',
  'BUCKET_KEY_REFUSED',
  'BUCKET_NOT_PERMITTED',
  'BUCKET_REGION_WRONG',
  'BUCKET_CLOCK_SKEWED',
  'BUCKET_SECRET_UNREADABLE',
  'BUCKET_CHANGED',
  'PASSPHRASE_UNREADABLE',
  'PASSPHRASE_CHANGED',
  'SECRET_KEY_CHANGED',
  'INTERRUPTED',
  'FILE_MISSING',
  'ARCHIVE_REFUSED',
  'BOOKS_WRONG',
  'UNEXPECTED',
] as const;
export type BackupFault = (typeof backupFaults)[number];

/** Where backups go: to a folder, or to a bucket of S3-compatible storage. */
export const destinations = ['folder', 'bucket'] as const;
export type Destination = (typeof destinations)[number];

/** How backups are encrypted: with a passphrase that the server keeps, or for public keys whose private keys it does not have. */
export const encryptions = ['none', 'passphrase', 'recipients'] as const;
export type Encryption = (typeof encryptions)[number];
export const mostRecipients = 10;

export const shortestPassphrase = 12;
/** How many backups are kept of each kind of period. */
export const mostKept = { keepDaily: 60, keepWeekly: 60, keepMonthly: 120 } as const;

export const Backup = z.object({
  id: Uuid,
  kind: z.enum(backupKinds),
  status: z.enum(backupStatuses),
  /** Who asked for it; null for the schedule. */
  by: z.string().nullable(),
  at: Instant,
  endedAt: Instant.nullable(),
  seconds: z.int().nullable(),
  folder: z.string().nullable(),
  file: z.string().nullable(),
  bytes: z.int().nullable(),
  rows: z.int().nullable(),
  /** The head of the audit log in it. */
  auditSeq: z.int().nullable(),
  auditHash: z.string().nullable(),
  isEncrypted: z.boolean(),
  fault: z.enum(backupFaults).nullable(),
  /** The words of the system about the fault. */
  detail: z.string().nullable(),
  /** When the retention deleted the file. */
  removedAt: Instant.nullable(),
  test: z.enum(testStatuses).nullable(),
  testAt: Instant.nullable(),
  /** The findings of the ledger checks in the restored firm. */
  testFound: z.int().nullable(),
  testFault: z.enum(backupFaults).nullable(),
  testDetail: z.string().nullable(),
});
export type Backup = z.infer<typeof Backup>;

/**
 * Whether the firm is safe; the first that applies is said. `never`: the schedule is on, and there is no good backup yet. `unopened`: all is
 * well, as far as a server can see that does not have the private key.
 */
export const backupVerdicts = [
  'held',
  'off',
  'overdue',
  'testFailed',
  'failed',
  'never',
  'untested',
  'unopened',
  'safe',
] as const;
export type BackupVerdict = (typeof backupVerdicts)[number];

const Good = z.object({ id: Uuid, at: Instant, folder: z.string(), file: z.string() });

export const BackupState = z.object({
  verdict: z.enum(backupVerdicts),
  isOn: z.boolean(),
  /** In the time zone of the firm. */
  atTime: z.string(),
  timezone: z.string(),
  /** Where the next backup goes; null if no folder is set. */
  folder: z.string().nullable(),
  lastGood: Good.nullable(),
  lastTest: z.object({ at: Instant, of: Instant, test: z.enum(['restored', 'read', 'compared']) }).nullable(),
  /** Why the last backup, or the last test, failed. */
  fault: z.enum(backupFaults).nullable(),
  detail: z.string().nullable(),
  /** What runs or waits now. */
  isRunning: z.boolean(),
  isTesting: z.boolean(),
});
export type BackupState = z.infer<typeof BackupState>;

const nullable = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? null);

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** A path from the root, so that it does not depend on where the server was started. */
const Folder = requiredText(500).regex(/^(\/|[a-z]:[/\\])/i, 'FOLDER_NOT_ABSOLUTE');
/** A public key of age. Private ones begin otherwise, and are refused before anything is stored. */
const Recipient = z
  .string()
  .trim()
  .max(2_500)
  .regex(/^age1[0-9a-z]+$/, 'RECIPIENT_INVALID');
/** Without a path: the bucket has a field of its own. */
const Endpoint = z
  .string()
  .trim()
  .max(300)
  .transform((text) => text.replace(/\/+$/, ''))
  .pipe(
    z.string().regex(/^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i, 'BUCKET_ENDPOINT_INVALID'),
  );
const Prefix = z
  .string()
  .trim()
  .max(200)
  .transform((text) => text.replaceAll(/^\/+|\/+$/g, ''))
  .pipe(z.string().regex(/^[\w.-]+(\/[\w.-]+)*$/, 'BUCKET_PREFIX_INVALID'));
const kept = (least: number, most: number) => z.int().min(least).max(most);

const schedule = {
  isOn: z.boolean(),
  destination: z.enum(destinations),
  encryption: z.enum(encryptions),
  keepDaily: kept(1, mostKept.keepDaily),
  keepWeekly: kept(0, mostKept.keepWeekly),
  keepMonthly: kept(0, mostKept.keepMonthly),
};

export const BackupSettings = z.object({
  version: Version,
  ...schedule,
  atTime: TimeOfDay,
  folder: z.string().nullable(),
  /** The folder that the environment of the server names, for when the settings name none. */
  usualFolder: z.string().nullable(),
  /** The address of the bucket that the environment names; it wins over the settings. */
  usualBucket: z.string().nullable(),
  bucketEndpoint: z.string().nullable(),
  bucketRegion: z.string().nullable(),
  bucketName: z.string().nullable(),
  bucketPrefix: z.string().nullable(),
  /** Has a secret, which is in no answer. */
  bucketKeyId: z.string().nullable(),
  timezone: z.string(),
  recipients: z.array(z.string()),
});
export type BackupSettings = z.infer<typeof BackupSettings>;

export const backupSettings = settingEndpoints(
  '/settings/backups',
  { read: forAdmins, save: forAdmins },
  {
    input: z.object({
      ...schedule,
      atTime: TimeOfDay,
      folder: nullable(Folder),
      /** Keeps the stored one if none is given. */
      passphrase: nullable(z.string().min(shortestPassphrase).max(500)),
      bucketEndpoint: nullable(Endpoint),
      bucketRegion: nullable(
        z
          .string()
          .trim()
          .regex(/^[a-z0-9-]{1,50}$/),
      ),
      bucketName: nullable(
        z
          .string()
          .trim()
          .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'BUCKET_NAME_INVALID'),
      ),
      bucketPrefix: nullable(Prefix),
      bucketKeyId: nullable(requiredText(200)),
      /** Keeps the stored one if none is given; another bucket or key needs it again. */
      bucketSecret: nullable(z.string().min(1).max(500)),
      recipients: z.array(Recipient).max(mostRecipients).default([]),
    }),
    output: BackupSettings,
  },
);

const ListQuery = listQuery(['-at', 'at'], {
  kind: several(z.enum(backupKinds)),
  status: several(z.enum(backupStatuses)),
  test: several(z.enum(testStatuses)),
  from: PlainDate,
  to: PlainDate,
});

export const backups = {
  ...listEndpoints('/backups', forAdmins, { query: ListQuery, row: Backup, total: ListTotal }),
  state: endpoint({
    method: 'GET',
    path: '/backups/state',
    allow: forAdmins,
    input: z.object({}),
    output: BackupState,
  }),
  /** Requests a backup, or joins the one under way. */
  backUp: endpoint({
    method: 'POST',
    path: '/backups',
    allow: forAdmins,
    input: z.object({}),
    output: Backup,
  }),
  /** Requests the test of a backup whose file is there. Refuses STATE_NOT_ALLOWED. */
  testRestore: endpoint({
    method: 'POST',
    path: '/backups/:id/test',
    allow: forAdmins,
    input: ById,
    output: Backup,
  }),
};
