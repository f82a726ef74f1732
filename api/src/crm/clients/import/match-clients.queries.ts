import { sql } from 'kysely';
import type { CurrentUser } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import { normalise } from '../../../db/search.ts';
import { byKey } from '../../../imports/match.ts';
import type { Found, Match, Matches } from '../../../imports/match.ts';
import { inScope } from '../../../scope.ts';

const visible = (user: CurrentUser) => inScope.client(user, sql.ref('client.id'));

/** By the client's code here or in a previous system, or by the code of a client that was merged into it. */
export async function clientsByCode(db: Db, user: CurrentUser, codes: readonly string[]): Promise<Matches> {
  const lower = codes.map((code) => code.toLowerCase());
  const { rows } = await sql<Found>`
    select lower(given) as key, client.id, client.name, ${visible(user)} as is_visible
    from unnest(${lower}::text[]) as given join client on client.code = upper(given)
    union all
    select given, client.id, client.name, ${visible(user)}
    from unnest(${lower}::text[]) as given join client on lower(client.old_code) = given
    union all
    select given, client.id, client.name, ${visible(user)}
    from unnest(${lower}::text[]) as given join merged_client merged on merged.code = upper(given)
      join client on client.id = merged.client_id`.execute(db);
  return byKey(rows);
}

/** By `scheme value`. */
export async function clientsByRegistration(
  db: Db,
  user: CurrentUser,
  numbers: readonly { scheme: string; value: string }[],
): Promise<Matches> {
  const values = [...new Set(numbers.map(({ value }) => value))];
  const { rows } = await sql<Found>`
    select number.scheme || ' ' || number.value as key, client.id, client.name, ${visible(user)} as is_visible
    from client_registration number join client on client.id = number.client_id
    where number.value = any (${values}::text[])`.execute(db);
  return byKey(rows);
}

/** By a tax number of any scheme. */
export async function clientsByNumber(
  db: Db,
  user: CurrentUser,
  values: readonly string[],
): Promise<Matches> {
  const { rows } = await sql<Found>`
    select number.value as key, client.id, client.name, ${visible(user)} as is_visible
    from client_registration number join client on client.id = number.client_id
    where number.value = any (${[...new Set(values)]}::text[])`.execute(db);
  return byKey(rows);
}

export async function clientsByReach(
  db: Db,
  user: CurrentUser,
  by: 'email' | 'phone',
  texts: readonly string[],
): Promise<Matches> {
  const column = sql.ref(`contact.${by}`);
  const { rows } = await sql<Found>`
    select ${column} as key, client.id, client.name, ${visible(user)} as is_visible
    from contact join client_contact link on link.contact_id = contact.id join client on client.id = link.client_id
    where ${column} = any (${[...new Set(texts)]}::text[])`.execute(db);
  return byKey(rows);
}

/** All clients by name, as it is searched. */
export async function clientsByName(db: Db, user: CurrentUser): Promise<Matches> {
  const { rows } =
    await sql<Match>`select client.id, client.name, ${visible(user)} as is_visible from client`.execute(db);
  return byKey(rows.map((row) => ({ ...row, key: normalise(row.name) })));
}

/** The clients that rows of this very file have made before, by the number of the row. */
export async function clientsMadeBy(
  db: Db,
  user: CurrentUser,
  sha256: Buffer,
  nos: readonly number[],
): Promise<Matches> {
  const { rows } = await sql<Found>`
    select made.no::text as key, client.id, client.name, ${visible(user)} as is_visible
    from import_made made join client on client.id = made.client_id
    where made.sha256 = ${sha256} and made.no = any (${nos}::int[])`.execute(db);
  return byKey(rows);
}
