import { sql } from 'kysely';
import { staffTypes } from '@daybook/contracts/permissions';
import { exportTexts } from '@daybook/contracts/export-texts';
import { languages } from '@daybook/contracts/fields';
import type { Language } from '@daybook/contracts/fields';
import type { CurrentUser } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import { byName, spellingsOf } from '../../../imports/by-name.ts';
import type { ByName } from '../../../imports/by-name.ts';
import { inScope } from '../../../scope.ts';
import { listChoices } from '../../../settings/enquiry-choices/enquiry-choices.queries.ts';
import { choiceName } from '../choice-name.ts';
import { firmsToday } from '../firms-today.queries.ts';

/** What the cells of a row may name, all of it active. */
export interface EnquiryChoices {
  /** People whose enquiries the importer sees. */
  owners: ByName;
  sources: ByName;
  lostReasons: ByName;
  services: ByName;
  labels: ReadonlyMap<string, string>;
  /** Of the firm: where a phone number without country code is. */
  country: string;
  today: string;
}

async function readOwners(db: Db, user: CurrentUser) {
  const people = await db
    .selectFrom('appUser')
    .select(['id', 'name', 'email'])
    .where('status', '=', 'active')
    .where('userType', 'in', staffTypes)
    .where(inScope.enquiry(user, sql.ref('appUser.id')))
    .execute();
  return {
    owners: byName(people.map(({ id, name, email }) => ({ id, names: [name, email] }))),
    labels: people.map(({ id, name }) => [id, name] as const),
  };
}

/** The entries of a list, by the firm's names and the usual ones in all languages. */
async function readEntries(db: Db, table: 'enquirySource' | 'lostReason', language: Language) {
  const entries = (await listChoices(db, table)).filter(({ active }) => active);
  const named = (entry: (typeof entries)[number], of: Language) =>
    choiceName<string>(entry, exportTexts[of][table]);
  return {
    entries: byName(
      entries.map((entry) => ({ id: entry.id, names: languages.map((of) => named(entry, of)) })),
    ),
    labels: entries.map((entry) => [entry.id, named(entry, language) ?? ''] as const),
  };
}

export async function readEnquiryChoices(
  db: Db,
  user: CurrentUser,
  language: Language,
): Promise<EnquiryChoices> {
  const { owners, labels } = await readOwners(db, user);
  const sources = await readEntries(db, 'enquirySource', language);
  const lostReasons = await readEntries(db, 'lostReason', language);
  const services = await db.selectFrom('service').select(['id', 'name']).where('active', '=', true).execute();
  const { rows } = await sql<{ country: string | null; today: string }>`
    select (select country from billing_entity order by active desc, id limit 1) as country, ${firmsToday} as today`.execute(
    db,
  );
  return {
    owners,
    sources: sources.entries,
    lostReasons: lostReasons.entries,
    services: byName(services.map(({ id, name }) => ({ id, names: [name] }))),
    labels: new Map([
      ...labels,
      ...sources.labels,
      ...lostReasons.labels,
      ...services.map(({ id, name }) => [id, name] as const),
    ]),
    country: rows[0]?.country ?? '',
    today: rows[0]?.today ?? '',
  };
}

/** The clients that the cells name as who referred, by code or name; active, and within the caller's scope. A merged client's code names the one that was kept. */
export async function readReferrers(
  db: Db,
  user: CurrentUser,
  texts: readonly string[],
): Promise<{ referrers: ByName; labels: (readonly [string, string])[] }> {
  const given = [...new Set(texts.flatMap(spellingsOf))];
  const names = sql`select lower(text) from unnest(${given}::text[]) as text`;
  const clients =
    given.length === 0
      ? []
      : await db
          .selectFrom('client')
          .select(['id', 'code', 'name'])
          .select(
            sql<string[]>`array(select code from merged_client where client_id = client.id)`.as('merged'),
          )
          .where(
            sql<boolean>`(lower(code) in (${names}) or lower(name) in (${names})
              or id in (select client_id from merged_client where lower(code) in (${names})))`,
          )
          .where('status', '=', 'active')
          .where(inScope.client(user, sql.ref('client.id')))
          .execute();
  return {
    referrers: byName(clients.map(({ id, code, name, merged }) => ({ id, names: [code, name, ...merged] }))),
    labels: clients.map(({ id, name }) => [id, name] as const),
  };
}
