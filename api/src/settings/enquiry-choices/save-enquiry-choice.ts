import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { mostChoices } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getChoice, listChoices } from './enquiry-choices.queries.ts';
import type { ChoiceTable } from './enquiry-choices.queries.ts';

/** What concerns the list as a whole is decided by one person after the other. Taken before any row. */
const lockList = (db: Db, table: ChoiceTable) =>
  sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db);

/** Refuses ALREADY_EXISTS on `name`, and TOO_MANY on `name` when the list is full. */
export async function createChoice<Table extends ChoiceTable>(
  db: Db,
  table: Table,
  { id = uuidv7(), name }: { id?: string | undefined; name: string },
) {
  await lockList(db, table);
  const entries = await listChoices(db, table);
  if (entries.length >= mostChoices)
    throw refuseField('INPUT_INVALID', 'name', { maximum: mostChoices }, 'TOO_MANY');
  const place = sql<number>`(select coalesce(max(place), 0) + 1 from ${sql.table(table)})`;
  await db.insertInto<ChoiceTable>(table).values({ id, name, place }).execute();
  return getChoice(db, table, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS and REQUIRED on `name`, and LAST_ACTIVE on `active`. */
export async function editChoice<Table extends ChoiceTable>(
  db: Db,
  table: Table,
  { id, name, active }: { id: string; name: string | null; active: boolean },
  version: number,
) {
  await lockList(db, table);
  const before = await lockAtVersion(db, table, id, version, () => getChoice(db, table, id));
  if (name === null && before.usual === null) throw refuseField('INPUT_INVALID', 'name', {}, 'REQUIRED');
  const others = (await listChoices(db, table)).filter((other) => other.id !== id && other.active);
  if (!active && others.length === 0) throw refuseField('INPUT_INVALID', 'active', {}, 'LAST_ACTIVE');
  await db
    .updateTable<ChoiceTable>(table)
    .set({ name, active, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getChoice(db, table, id);
}

/** Refuses VERSION_CONFLICT unless exactly the entries of the list are named. */
export async function orderChoices<Table extends ChoiceTable>(db: Db, table: Table, ids: readonly string[]) {
  await lockList(db, table);
  const current = await listChoices(db, table);
  const named = new Set(ids);
  if (named.size !== ids.length || ids.length !== current.length || current.some(({ id }) => !named.has(id)))
    throw new Refusal('VERSION_CONFLICT', { current });
  await sql`update ${sql.table(table)} entry set place = wanted.place
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    where wanted.id = entry.id and entry.place <> wanted.place`.execute(db);
  return listChoices(db, table);
}
