import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { Backup, backups, BackupState } from '@daybook/contracts/settings/backups/backups';
import { addressOf } from '../../backup-places.ts';
import type { NamedPlaces } from '../../backup-places.ts';
import { zoneOfFirm } from '../../books/check-books.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { contains } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { storedSchedule } from './backup-settings.queries.ts';
import type { StoredSchedule } from './backup-settings.queries.ts';
import { faultsOfOlderBackups } from './fault.ts';
import { verdictOf } from './verdict.rules.ts';

type ListInput = ParsedInputOf<typeof backups.list>;

const all = (db: Db) => db.selectFrom('backup').leftJoin('appUser', 'appUser.id', 'backup.askedBy');

const fields = (query: ReturnType<typeof all>) =>
  query
    .select([
      'backup.id',
      'backup.kind',
      'backup.status',
      'appUser.name as by',
      'backup.askedAt as at',
      'backup.endedAt',
      sql<number | null>`round(extract(epoch from backup.ended_at - backup.started_at))::int`.as('seconds'),
      'backup.folder',
      'backup.file',
      'backup.bytes',
      'backup.rowCount as rows',
      'backup.auditSeq',
      'backup.auditHash',
      sql<boolean>`num_nonnulls(backup.passphrase_set_at, backup.recipients) > 0`.as('isEncrypted'),
      'backup.fault',
      'backup.detail',
      'backup.removedAt',
      'backup.proof as test',
      'backup.proofAt as testAt',
      'backup.proofFound as testFound',
      'backup.proofFault as testFault',
      'backup.proofDetail as testDetail',
    ])
    .$castTo<Backup>();

const dayOfFirm = sql<string>`(backup.asked_at at time zone ${zoneOfFirm})::date`;

const found = (db: Db, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    all(db),
    { ...filter, q },
    {
      kind: 'backup.kind',
      status: 'backup.status',
      test: 'backup.proof',
      from: (day) => sql<boolean>`${dayOfFirm} >= ${day}::date`,
      to: (day) => sql<boolean>`${dayOfFirm} <= ${day}::date`,
      q: (text) => contains(sql`concat_ws(' ', backup.file, backup.folder, app_user.name)`, text),
    },
  );

export async function listBackups(db: Db, input: ListInput) {
  // Ids ascend with time.
  const keys = [{ by: sql.ref('backup.id'), of: (row: Backup) => row.id }];
  return pageByKeyset(fields(found(db, input)), keys, sortOf(input.sort).descending, input);
}

export const countBackups = (db: Db, input: ListInput) => totalOf(db, found(db, input));

/** Refuses NOT_FOUND. */
export async function getBackup(db: Db, id: string): Promise<Backup> {
  const backup = await fields(all(db)).where('backup.id', '=', id).executeTakeFirst();
  if (!backup) throw new Refusal('NOT_FOUND');
  return backup;
}

interface Known {
  isHeld: boolean;
  overdueSince: string | null;
  isRunning: boolean;
  isTesting: boolean;
  lastGood: BackupState['lastGood'];
  lastTest: BackupState['lastTest'];
  isTested: boolean;
  last: { status: 'done' | 'failed'; fault: BackupState['fault']; detail: string | null } | null;
  tried: { test: string; fault: BackupState['fault']; detail: string | null } | null;
}

async function knownOf(db: Db): Promise<Known> {
  const { rows } = await sql<Known>`
    select is_held('backups') as is_held, backup_overdue_since() as overdue_since,
      exists (select from backup where ended_at is null) as is_running,
      exists (select from backup where proof in ('waiting', 'running')) as is_testing,
      (select jsonb_build_object('id', id, 'at', ended_at, 'folder', folder, 'file', file) from backup
        where is_good(backup) and ended_at <= now() order by id desc limit 1) as last_good,
      (select jsonb_build_object('at', proof_at, 'of', ended_at, 'test', proof) from backup
        where proof in ('restored', 'read', 'compared') order by proof_at desc limit 1) as last_test,
      exists (select from backup where proof in ('restored', 'read', 'compared') and proof_at > now() - interval '40 days') as is_tested,
      (select jsonb_build_object('status', status, 'fault', fault, 'detail', detail) from backup
        where ended_at <= now() order by id desc limit 1) as last,
      (select jsonb_build_object('test', proof, 'fault', proof_fault, 'detail', proof_detail) from backup
        where proof in ('restored', 'read', 'compared', 'failed') and coalesce(proof_fault <> all (${faultsOfOlderBackups}::text[]), true)
        order by proof_at desc limit 1) as tried`.execute(db);
  const [known] = rows;
  if (known === undefined) throw new Refusal('NOT_FOUND');
  return known;
}

function nextPlace(schedule: StoredSchedule, { folder, bucket }: NamedPlaces): string | null {
  if (bucket !== null) return bucket;
  const { destination, bucketEndpoint: endpoint, bucketName: name, bucketPrefix } = schedule;
  if (destination === 'folder' || endpoint === null || name === null) return schedule.folder ?? folder;
  return addressOf({ endpoint, name, prefix: bucketPrefix ?? '' });
}

/** What a person needs to know to trust the backups. */
export async function backupState(db: Db, places: NamedPlaces): Promise<BackupState> {
  const [schedule, known] = await Promise.all([storedSchedule(db), knownOf(db)]);
  const verdict = verdictOf({
    isHeld: known.isHeld,
    isOn: schedule.isOn,
    isOverdue: known.overdueSince !== null,
    hasGood: known.lastGood !== null,
    last: known.last?.status ?? null,
    lastTest: known.tried && (known.tried.test === 'failed' ? 'failed' : 'good'),
    isTested: known.isTested,
    isOpened: known.lastTest?.test !== 'compared',
  });
  const failed = known.last?.status === 'failed' ? known.last : null;
  const untested = known.tried?.test === 'failed' ? known.tried : null;
  const of = verdict === 'testFailed' ? untested : (failed ?? untested);
  return {
    verdict,
    isOn: schedule.isOn,
    atTime: schedule.atTime,
    timezone: schedule.timezone,
    folder: nextPlace(schedule, places),
    lastGood: known.lastGood,
    lastTest: known.lastTest,
    fault: of?.fault ?? null,
    detail: of?.detail ?? null,
    isRunning: known.isRunning,
    isTesting: known.isTesting,
  };
}
