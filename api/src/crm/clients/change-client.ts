import { sql } from 'kysely';
import { z } from 'zod';
import type { ClientChange } from '@daybook/contracts/crm/clients/client-bulk';
import { mostOfClient } from '@daybook/contracts/crm/clients/most-of-client';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { checkReminders } from '@daybook/contracts/reminders';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { checkChoices } from '../check-choices.ts';
import type { Choice } from '../check-choices.ts';
import { checkGroup } from './check-group.ts';
import { getClient, getSavedClient } from './clients.queries.ts';
import { savePeople } from './save-client-parts.ts';

/** The columns and parts that one change of a client sets. */
const Patch = z.strictObject({
  crmId: z.string().optional(),
  managerId: z.string().nullable().optional(),
  executiveIds: z.array(z.string()).optional(),
  departmentIds: z.array(z.string()).optional(),
  groupId: z.string().nullable().optional(),
  tags: z.array(z.string()).optional(),
  paymentTermsDays: z.int().optional(),
  reminders: z.string().optional(),
  remindersPausedUntil: z.string().nullable().optional(),
  docLocale: z.string().optional(),
  status: z.literal('active').optional(),
  inactiveOn: z.null().optional(),
  statusReason: z.string().nullable().optional(),
  /** The series that paused with the client. */
  resumedSeriesIds: z.array(z.string()).optional(),
});
type Patch = z.infer<typeof Patch>;

const idsOf = (references: readonly { id: string }[]) => references.map(({ id }) => id);

const changed = (now: readonly string[], add: readonly string[], remove: readonly string[]): string[] => [
  ...new Set([...now, ...add].filter((one) => !remove.includes(one))),
];

/** What the change sets, and what the client has now in its place. */
function patchesOf(client: Client, change: ClientChange): { now: Patch; next: Patch } {
  const executiveIds = idsOf(client.executives);
  const departmentIds = idsOf(client.departments);
  const { tags, paymentTermsDays, reminders, remindersPausedUntil, docLocale } = client;
  switch (change.field) {
    case 'crm':
      return { now: { crmId: client.crm.id }, next: { crmId: change.id } };
    case 'manager':
      return { now: { managerId: client.manager?.id ?? null }, next: { managerId: change.id } };
    case 'executives':
      return {
        now: { executiveIds },
        next: { executiveIds: changed(executiveIds, change.add, change.remove) },
      };
    case 'departments':
      return {
        now: { departmentIds },
        next: { departmentIds: changed(departmentIds, change.add, change.remove) },
      };
    case 'group':
      return { now: { groupId: client.group?.id ?? null }, next: { groupId: change.id } };
    case 'tags':
      return { now: { tags }, next: { tags: changed(tags, change.add, change.remove) } };
    case 'paymentTerms':
      return { now: { paymentTermsDays }, next: { paymentTermsDays: change.days } };
    case 'docLocale':
      return { now: { docLocale }, next: { docLocale: change.language } };
    default: {
      const asked = checkReminders(change, 'change.');
      const next = { reminders: asked.reminders, remindersPausedUntil: asked.remindersPausedUntil };
      return { now: { reminders, remindersPausedUntil }, next };
    }
  }
}

/** The records that the change newly names. */
export function choicesOf(change: ClientChange): Choice[] {
  switch (change.field) {
    case 'crm':
      return [{ field: 'change.id', ids: [change.id], among: 'crms' }];
    case 'manager':
      return [{ field: 'change.id', ids: [change.id], among: 'managers' }];
    case 'executives':
      return [{ field: 'change.add', ids: change.add, among: 'executives' }];
    case 'departments':
      return [{ field: 'change.add', ids: change.add, among: 'departments' }];
    default:
      return [];
  }
}

async function savePatch(db: Db, client: Client, patch: Patch): Promise<void> {
  const { executiveIds, departmentIds, resumedSeriesIds: _series, ...columns } = patch;
  await db
    .updateTable('client')
    .set({ ...columns, ...nextVersion })
    .where('id', '=', client.id)
    .execute();
  if (executiveIds !== undefined || departmentIds !== undefined)
    await savePeople(db, client.id, {
      executiveIds: executiveIds ?? idsOf(client.executives),
      departmentIds: departmentIds ?? idsOf(client.departments),
    });
}

const keep = (db: Db, jobId: string, { id, version }: Client, before: Patch) =>
  db
    .insertInto('clientChange')
    .values({ jobId, clientId: id, version: version + 1, before: json(before) })
    .execute();

/** Refuses TOO_MANY on `change.add`, because the form of the client would not take so many. */
function checkMost(now: Patch, next: Patch): void {
  for (const part of ['executiveIds', 'departmentIds', 'tags'] as const) {
    const [before, after, maximum] = [now[part]?.length ?? 0, next[part]?.length ?? 0, mostOfClient[part]];
    if (after > before && after > maximum)
      throw refuseField('INPUT_INVALID', 'change.add', { maximum }, 'TOO_MANY');
  }
}

/** The refusal of a client that already is as it should become. */
const asIs = () => new Refusal('STATE_NOT_ALLOWED', { from: 'same', to: 'same' });

/**
 * Makes one change of a bulk change, and stores what it replaced. Refuses NOT_FOUND, VERSION_CONFLICT, REFERENCE_UNKNOWN, TOO_MANY
 * on `change.add`, and STATE_NOT_ALLOWED if the client already is so.
 */
export async function changeClient(
  db: Db,
  user: CurrentUser,
  { id, version, jobId }: { id: string; version: number; jobId: string },
  change: ClientChange,
): Promise<void> {
  const client = await lockAtVersion(db, 'client', id, version, () => getClient(db, user, id));
  const { now, next } = patchesOf(client, change);
  if (JSON.stringify(sorted(now)) === JSON.stringify(sorted(next))) throw asIs();
  checkMost(now, next);
  await checkChoices(db, choicesOf(change));
  if (change.field === 'group') await checkGroup(db, user, change.id, client, 'change.');
  await savePatch(db, client, next);
  await keep(db, jobId, client, now);
}

/** People and departments have no order of their own. */
const sorted = (patch: Patch): Patch => ({
  ...patch,
  ...(patch.executiveIds && { executiveIds: patch.executiveIds.toSorted() }),
  ...(patch.departmentIds && { departmentIds: patch.departmentIds.toSorted() }),
});

/** Stores what a deactivation of the client will replace. */
export async function keepBeforeDeactivation(
  db: Db,
  user: CurrentUser,
  { id, jobId }: { id: string; jobId: string },
): Promise<void> {
  const client = await getClient(db, user, id);
  if (client.status === 'inactive') return;
  const running = await db
    .selectFrom('series')
    .select('id')
    .where('clientId', '=', id)
    .where('status', '=', 'active')
    .execute();
  const { statusReason } = client;
  const before: Patch = {
    status: 'active',
    inactiveOn: null,
    statusReason,
    resumedSeriesIds: idsOf(running),
  };
  await keep(db, jobId, client, before);
}

/**
 * Gives back what a bulk change replaced. The client may be out of the caller's scope by now: what counts is that the change was
 * the caller's. Refuses NOT_FOUND, and VERSION_CONFLICT if somebody has changed the client since.
 */
export async function undoChange(
  db: Db,
  user: CurrentUser,
  { id, version, jobId }: { id: string; version: number; jobId: string },
): Promise<void> {
  const client = await lockAtVersion(db, 'client', id, version, () => getSavedClient(db, user, id));
  const kept = await db
    .selectFrom('clientChange')
    .innerJoin('job', 'job.id', 'clientChange.jobId')
    .select('clientChange.before')
    .where('jobId', '=', jobId)
    .where('clientId', '=', id)
    .where('job.createdBy', '=', user.id)
    .executeTakeFirst();
  if (!kept) throw new Refusal('NOT_FOUND');
  const before = Patch.parse(kept.before);
  await savePatch(db, client, before);
  const resumed = before.resumedSeriesIds ?? [];
  if (resumed.length === 0) return;
  await sql`update series set status = 'active', paused_for = null, status_reason = null, version = version + 1
    where id = any(${resumed}::uuid[]) and status = 'paused' and paused_for = 'client'`.execute(db);
  await sql`update series_progress set stale = true where series_id = any(${resumed}::uuid[])`.execute(db);
}
