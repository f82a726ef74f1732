import { sql } from 'kysely';
import { z } from 'zod';
import { clientFields } from '@daybook/contracts/crm/clients/clients';
import { holds } from '../../../auth/current-user.ts';
import type { CurrentUser } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import type { RowToUndo } from '../../../imports/import-kind.ts';
import { inScope } from '../../../scope.ts';
import { getClient } from '../clients.queries.ts';
import { usesOfClient } from '../remove-client.ts';
import { editClient } from '../save-client.ts';

const Before = z.strictObject(clientFields);

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

/** Gives a changed client its fields back. A contact that the import removed is created again. */
async function giveBack(db: Db, user: CurrentUser, { recordId, version, before }: RowToUndo): Promise<void> {
  const { contacts, creditLimit } = await getClient(db, user, recordId);
  const kept = new Set(contacts.map(({ id }) => id));
  const fields = Before.parse({ creditLimit, ...(before as object) });
  const given = fields.contacts.map(({ id, ...contact }) =>
    id !== undefined && kept.has(id) ? { id, ...contact } : contact,
  );
  await editClient(db, user, { id: recordId, ...fields, contacts: given }, version);
}

/**
 * Deletes the clients that an import made, and gives back what it changed; why not, by the numbers of the rows. A client that
 * someone has used or changed since is kept.
 */
export async function undoClients(
  db: Db,
  user: CurrentUser,
  rows: readonly RowToUndo[],
): Promise<Map<number, string>> {
  const versions = await lockedVersions(
    db,
    user,
    rows.map(({ recordId }) => recordId),
  );
  const kept = new Map<number, string>();
  const untouched = rows.filter(({ no, recordId, version }) => {
    const current = versions.get(recordId);
    if (current === undefined) kept.set(no, 'GONE');
    else if (current !== version) kept.set(no, 'USED_SINCE');
    return current === version;
  });
  const made = untouched.filter(({ outcome }) => outcome === 'made');
  const used = await removeUnused(
    db,
    made.map(({ recordId }) => recordId),
  );
  for (const { no, recordId } of made) if (used.has(recordId)) kept.set(no, 'USED_SINCE');
  for (const row of untouched.filter(({ outcome }) => outcome === 'changed')) {
    if (holds(user, 'clients.edit')) await giveBack(db, user, row);
    else kept.set(row.no, 'PERM_DENIED');
  }
  return kept;
}
