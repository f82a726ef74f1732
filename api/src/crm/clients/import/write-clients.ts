import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import type { ClientImportRules } from '@daybook/contracts/crm/clients/client-imports';
import { seesMoney } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import { insertMany } from '../../../db/insert-many.ts';
import { normalise } from '../../../db/search.ts';
import type { Judged, ImportRun, Written } from '../../../imports/import-kind.ts';
import { insertParts } from '../save-client-parts.ts';
import { columnsOf, editClient, searchTextOf } from '../save-client.ts';
import type { Checked } from '../save-client.ts';
import { fieldsOfClient } from '@daybook/contracts/crm/clients/fields-of-client';
import type { ClientPlan } from './judge-clients.ts';
import { OwnVersions } from './own-versions.ts';
import { peopleChanged, withPresentDetails } from './shared-people.ts';

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
  await insertMany(
    db,
    'client',
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
  );
  await insertParts(
    db,
    rows.map(({ id, fields }) => ({ clientId: id, ...fields })),
  );
  await insertMany(
    db,
    'importMade',
    rows.map(({ no, id }) => ({ kind: 'clients', sha256, no, clientId: id })),
  );
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
  const changed = rows.flatMap(({ id, before }) => (before === null ? [] : [id]));
  const versions = await OwnVersions.begin(db, run.importId, changed);
  const written: Written[] = [];
  for (const { before, ...row } of rows)
    written.push(
      before === null
        ? { no: row.no, outcome: 'made', recordId: row.id, version: 1, before: null }
        : await changeClient(db, run, versions, { ...row, before }),
    );
  const present = await versions.end();
  return written.map((one) => ({ ...one, version: present.get(one.recordId) ?? one.version }));
}

/** Changes one client by the single command; a row before it may have changed a person whom both have. */
async function changeClient(
  db: Db,
  { user }: ImportRun<ClientImportRules>,
  versions: OwnVersions,
  { no, id, fields, before }: Row & { before: Client },
): Promise<Written> {
  const contacts = versions.sharesPeople(id)
    ? await withPresentDetails(db, user, fields.contacts, before.contacts)
    : fields.contacts;
  const seen = await versions.since(id, before.version);
  const { version } = await editClient(db, user, { id, ...fields, contacts }, seen);
  const { creditLimit, ...others } = fieldsOfClient(before);
  // An importer who does not see the limit cannot have changed it, so an undo leaves it alone.
  const had = seesMoney(user) ? { ...others, creditLimit } : others;
  const changedPeople = peopleChanged(before.contacts, fields.contacts);
  return { no, outcome: 'changed', recordId: id, version, before: { ...had, changedPeople } };
}
