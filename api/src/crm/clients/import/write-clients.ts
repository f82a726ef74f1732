import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ClientImportRules } from '@daybook/contracts/crm/clients/client-imports';
import { seesMoney } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import { normalise } from '../../../db/search.ts';
import type { Judged, ImportRun, Written } from '../../../imports/import-kind.ts';
import { insertParts } from '../save-client-parts.ts';
import { columnsOf, editClient, searchTextOf } from '../save-client.ts';
import type { Checked } from '../save-client.ts';
import { fieldsOfClient } from '@daybook/contracts/crm/clients/fields-of-client';
import type { ClientPlan } from './judge-clients.ts';

interface Row extends ClientPlan {
  no: number;
  id: string;
}

/** Creates the groups that do not exist yet. Another import may be creating them at the same time. */
async function groupsByName(
  db: Db,
  names: readonly string[],
  importId: string,
): Promise<Map<string, string>> {
  const once = [...new Map(names.map((name) => [normalise(name), name])).values()].toSorted();
  if (once.length === 0) return new Map();
  const values = once.map((name) => ({ id: uuidv7(), name, searchText: normalise(name), importId }));
  await sql`
    insert into client_group (id, name, search_text, import_id)
    select id, name, "searchText", "importId" from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as made (id uuid, name text, "searchText" text, "importId" uuid)
    on conflict (lower(name)) do nothing`.execute(db);
  const groups = await db
    .selectFrom('clientGroup')
    .select(['id', 'name'])
    .where(sql<boolean>`lower(name) = any (${once.map((name) => name.toLowerCase())}::text[])`)
    .execute();
  return new Map(groups.map(({ id, name }) => [normalise(name), id]));
}

/** Creates clients together: by the rules of the single command, in one statement for each kind of part. */
async function insertClients(
  db: Db,
  { user, sha256 }: ImportRun<ClientImportRules>,
  rows: readonly (Row & { fields: Checked })[],
): Promise<void> {
  if (rows.length === 0) return;
  const codes = await sql<{ code: string }>`
    select next_client_code() as code from generate_series(1, ${rows.length})`.execute(db);
  await db
    .insertInto('client')
    .values(
      rows.map(({ id, fields }, index) => {
        const code = codes.rows[index]?.code ?? '';
        return {
          id,
          code,
          ...columnsOf(fields),
          creditLimit: seesMoney(user) ? fields.creditLimit : null,
          searchText: searchTextOf(code, fields),
        };
      }),
    )
    .execute();
  await insertParts(
    db,
    rows.map(({ id, fields }) => ({ clientId: id, ...fields })),
  );
  await db
    .insertInto('importMade')
    .values(rows.map(({ no, id }) => ({ sha256, no, clientId: id })))
    .execute();
}

/** Carries rows out. A change is the single command; new clients are created together. */
export async function writeClients(
  db: Db,
  run: ImportRun<ClientImportRules>,
  judged: readonly Judged<ClientPlan>[],
): Promise<Written[]> {
  const planned = judged.flatMap(({ no, recordId, plan }) =>
    plan ? [{ no, id: recordId ?? uuidv7(), ...plan }] : [],
  );
  const groups = await groupsByName(
    db,
    planned.flatMap(({ newGroup }) => newGroup ?? []),
    run.importId,
  );
  const rows = planned.map((row) => ({
    ...row,
    fields: { ...row.fields, groupId: groups.get(normalise(row.newGroup)) ?? row.fields.groupId },
  }));
  await insertClients(
    db,
    run,
    rows.filter(({ before }) => before === null),
  );
  const written: Written[] = [];
  for (const { no, id, fields, before } of rows) {
    if (before === null) {
      written.push({ no, outcome: 'made', recordId: id, version: 1, before: null });
      continue;
    }
    const { version } = await editClient(db, run.user, { id, ...fields }, before.version);
    const { creditLimit, ...others } = fieldsOfClient(before);
    // An importer who does not see the limit cannot have changed it, so an undo leaves it alone.
    const had = seesMoney(run.user) ? { ...others, creditLimit } : others;
    written.push({ no, outcome: 'changed', recordId: id, version, before: had });
  }
  return written;
}
