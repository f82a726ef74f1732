import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import type { ClientImportRules } from '@daybook/contracts/crm/clients/client-imports';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { Refusal } from '@daybook/contracts/refusals';
import { seesMoney } from '../../../auth/current-user.ts';
import type { CurrentUser } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import { insertMany } from '../../../db/insert-many.ts';
import { refusedByDatabase } from '../../../db/refused-by-database.ts';
import { normalise } from '../../../db/search.ts';
import type { Judged, ImportRun, Written } from '../../../imports/import-kind.ts';
import { givePackage } from '../../subscriptions/apply-package.ts';
import { keepImported } from '../../subscriptions/imported-subscriptions.ts';
import { insertParts } from '../save-client-parts.ts';
import { columnsOf, editClient, searchTextOf } from '../save-client.ts';
import type { Checked } from '../save-client.ts';
import { fieldsOfClient } from '@daybook/contracts/crm/clients/fields-of-client';
import type { ClientPlan } from './judge-clients.ts';
import { refusalOfPackage } from './package-of-row.ts';
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
  { user, sha256, isDryRun }: ImportRun<ClientImportRules>,
  rows: readonly (Row & { fields: Checked })[],
): Promise<void> {
  if (rows.length === 0) return;
  // The codes of clients have no gaps from dry runs.
  const codes = await (
    isDryRun
      ? sql<{ code: string }>`select 'dry run ' || no as code from generate_series(1, ${rows.length}) as no`
      : sql<{ code: string }>`select next_client_code() as code from generate_series(1, ${rows.length})`
  ).execute(db);
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

/** Carries rows out. A change and a package are the single commands; new clients are created together. */
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
        : row.isEdited
          ? await changeClient(db, run, versions, { ...row, before })
          : {
              no: row.no,
              outcome: 'changed',
              recordId: row.id,
              version: before.version,
              before: hadOf(run.user, before),
            },
    );
  for (const row of rows) await givePackageOf(db, run, row);
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
  const changedPeople = peopleChanged(before.contacts, fields.contacts);
  return { no, outcome: 'changed', recordId: id, version, before: hadOf(user, before, changedPeople) };
}

/** What the undo gives back. An importer who does not see the limit cannot have changed it, so an undo leaves it alone. */
function hadOf(user: CurrentUser, before: Client, changedPeople: readonly string[] = []) {
  const { creditLimit, ...others } = fieldsOfClient(before);
  return { ...(seesMoney(user) ? { ...others, creditLimit } : others), changedPeople };
}

/** Gives a client the package of its row, by the single command. Refuses on the columns of the package. */
async function givePackageOf(
  db: Db,
  { user, importId }: ImportRun<ClientImportRules>,
  { id: clientId, package: wanted }: Row,
): Promise<void> {
  if (wanted === null) return;
  const { packageId, startsOn, billing } = wanted;
  const input = subscriptions.apply.input.parse({ clientId, packageId, startsOn, billing });
  try {
    // Whether mail is set up does not matter: its invoices begin as drafts.
    const { id: subscriptionId, taskIds } = await givePackage(db, user, input, false);
    await keepImported(db, { subscriptionId, importId, taskIds });
  } catch (error) {
    const refused = error instanceof Refusal ? error : refusedByDatabase(error as Error);
    if (refused === null || refused.code === 'UNAVAILABLE') throw error;
    throw refusalOfPackage(refused);
  }
}
