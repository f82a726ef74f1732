import { sql } from 'kysely';
import { z } from 'zod';
import { clientFields } from '@daybook/contracts/crm/clients/clients';
import { Refusal } from '@daybook/contracts/refusals';
import { holds } from '../../../auth/current-user.ts';
import type { CurrentUser } from '../../../auth/current-user.ts';
import { apart } from '../../../db/apart.ts';
import type { Db } from '../../../db/database.ts';
import type { RowToUndo } from '../../../imports/import-kind.ts';
import { inScope } from '../../../scope.ts';
import { mayApply } from '../../subscriptions/begin-subscription.ts';
import { importedOf, takeBackSubscription } from '../../subscriptions/imported-subscriptions.ts';
import { getClient } from '../clients.queries.ts';
import { usesOfClient } from '../remove-client.ts';
import { editClient } from '../save-client.ts';
import { OwnVersions } from './own-versions.ts';
import { peopleGivenBack } from './shared-people.ts';

/** `changedPeople` are those whose own details the row changed; of an older import all of them. */
const Before = z.strictObject({ ...clientFields, changedPeople: z.array(z.uuid()).optional() });

/** The versions of those clients that the caller may see, locked. */
async function lockedVersions(
  db: Db,
  user: CurrentUser,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const clients = await db
    .selectFrom('client')
    .select(['id', 'version'])
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where(inScope.client(user, sql.ref('client.id')))
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(clients.map(({ id, version }) => [id, version]));
}

/** Deletes clients that nothing uses; the others are returned. */
async function removeUnused(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const used = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as one (id) where exists (${usesOfClient(sql`one.id`)})`.execute(
    db,
  );
  const kept = new Set(used.rows.map(({ id }) => id));
  const gone = ids.filter((id) => !kept.has(id));
  await db
    .deleteFrom('client')
    .where(sql<boolean>`id = any (${gone}::uuid[])`)
    .execute();
  return kept;
}

/** Gives a changed client its fields back, with the people whom the import took away from it. */
async function giveBack(
  db: Db,
  user: CurrentUser,
  { recordId, before }: RowToUndo,
  version: number,
): Promise<void> {
  const { contacts, creditLimit } = await getClient(db, user, recordId);
  const { changedPeople, ...fields } = Before.parse({ creditLimit, ...(before as object) });
  const given = await peopleGivenBack(db, user, { had: fields.contacts, has: contacts, changedPeople });
  await editClient(db, user, { id: recordId, ...fields, contacts: given }, version);
}

/**
 * Deletes the clients that an import made, and gives back what it changed; why not, by the numbers of the rows. A client that
 * someone has used or changed since is kept, and so is one whose package has been invoiced, worked on or changed.
 */
export async function undoClients(
  db: Db,
  user: CurrentUser,
  rows: readonly RowToUndo[],
  importId: string,
): Promise<Map<number, string>> {
  const ids = rows.map(({ recordId }) => recordId);
  const own = await OwnVersions.begin(db, importId, ids);
  const versions = await lockedVersions(db, user, ids);
  const kept = new Map<number, string>();
  const untouched = rows.filter(({ no, recordId, version }) => {
    const current = versions.get(recordId);
    if (current === undefined) kept.set(no, 'GONE');
    else if (current !== version) kept.set(no, 'USED_SINCE');
    return current === version;
  });
  const { subscribed, others } = await partedByPackage(db, importId, untouched);
  for (const [no, why] of await takeBack(db, user, own, others)) kept.set(no, why);
  for (const { row, subscriptionId } of subscribed) {
    const why = await takeBackWithPackage(db, user, own, row, subscriptionId);
    if (why !== null) kept.set(row.no, why);
  }
  await own.end();
  return kept;
}

async function partedByPackage(db: Db, importId: string, rows: readonly RowToUndo[]) {
  const byClient = await importedOf(
    db,
    importId,
    rows.map(({ recordId }) => recordId),
  );
  return {
    subscribed: rows.flatMap((row) => {
      const subscriptionId = byClient.get(row.recordId);
      return subscriptionId === undefined ? [] : [{ row, subscriptionId }];
    }),
    others: rows.filter(({ recordId }) => !byClient.has(recordId)),
  };
}

/** Takes rows back whose clients have no package of the import. */
async function takeBack(
  db: Db,
  user: CurrentUser,
  own: OwnVersions,
  rows: readonly RowToUndo[],
): Promise<Map<number, string>> {
  const kept = new Map<number, string>();
  const made = rows.filter(({ outcome }) => outcome === 'made');
  const used = await removeUnused(
    db,
    made.map(({ recordId }) => recordId),
  );
  for (const { no, recordId } of made) if (used.has(recordId)) kept.set(no, 'USED_SINCE');
  for (const row of rows.filter(({ outcome }) => outcome === 'changed')) {
    if (holds(user, 'clients.edit'))
      await giveBack(db, user, row, await own.since(row.recordId, row.version));
    else kept.set(row.no, 'PERM_DENIED');
  }
  return kept;
}

/** Takes a row back together with its package, or leaves both; why, if it leaves them. */
async function takeBackWithPackage(
  db: Db,
  user: CurrentUser,
  own: OwnVersions,
  row: RowToUndo,
  subscriptionId: string,
): Promise<string | null> {
  if (!mayApply(user)) return 'PERM_DENIED';
  let kept: string | null = null;
  const { refused } = await apart(db, async () => {
    kept = await takeBackSubscription(db, subscriptionId);
    kept ??= (await takeBack(db, user, own, [row])).get(row.no) ?? null;
    // Undoes what was taken back of the row so far.
    if (kept !== null) throw new Refusal('REFERENCED');
  });
  return kept ?? refused?.code ?? null;
}
