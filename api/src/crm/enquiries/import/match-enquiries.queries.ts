import { sql } from 'kysely';
import type { CurrentUser } from '../../../auth/current-user.ts';
import type { Db } from '../../../db/database.ts';
import { byKey } from '../../../imports/match.ts';
import type { Found, Matches } from '../../../imports/match.ts';
import { inScope } from '../../../scope.ts';

const visible = (user: CurrentUser) => inScope.enquiry(user, sql.ref('enquiry.owner_id'));
const shown = sql`enquiry.id, enquiry.no || ' ' || coalesce(enquiry.company, enquiry.name) as name`;

/** By number, in lower case. */
export async function enquiriesByNumber(
  db: Db,
  user: CurrentUser,
  numbers: readonly string[],
): Promise<Matches> {
  const { rows } = await sql<Found>`
    select lower(no) as key, ${shown}, ${visible(user)} as is_visible from enquiry
    where no = any (${numbers.map((no) => no.toUpperCase())}::text[]) and deleted_at is null`.execute(db);
  return byKey(rows);
}

/** By e-mail address. An enquiry that is won or lost is over: whoever writes again makes a new one. */
export async function liveEnquiriesByEmail(
  db: Db,
  user: CurrentUser,
  emails: readonly string[],
): Promise<Matches> {
  const { rows } = await sql<Found>`
    select email as key, ${shown}, ${visible(user)} as is_visible from enquiry
    where email = any (${emails}::text[]) and deleted_at is null and status not in ('won', 'lost')`.execute(
    db,
  );
  return byKey(rows);
}

/** The enquiries within the caller's scope with the same address, phone or tax number. */
export async function enquiriesBy(
  db: Db,
  user: CurrentUser,
  by: 'email' | 'phone' | 'tax_id',
  texts: readonly string[],
): Promise<Matches> {
  const column = sql.ref(`enquiry.${by}`);
  const { rows } = await sql<Found>`
    select ${column} as key, ${shown}, true as is_visible from enquiry
    where ${column} = any (${[...new Set(texts)]}::text[]) and deleted_at is null and ${visible(user)}
    order by enquiry_date desc, id desc`.execute(db);
  return byKey(rows);
}

/** All enquiries within the caller's scope by the names of the person and of the company, as they are searched. */
export async function enquiriesByName(db: Db, user: CurrentUser): Promise<Matches> {
  const { rows } = await sql<Found>`
    select search_normal(said.name) as key, ${shown}, true as is_visible
    from enquiry cross join lateral (values (enquiry.name), (company)) as said (name)
    where said.name is not null and deleted_at is null and ${visible(user)}
    order by enquiry_date desc, id desc`.execute(db);
  return byKey(rows);
}

/** The enquiries that rows of this very file have made before, by the number of the row. */
export async function enquiriesMadeBy(
  db: Db,
  user: CurrentUser,
  sha256: Buffer,
  nos: readonly number[],
): Promise<Matches> {
  const { rows } = await sql<Found>`
    select made.no::text as key, ${shown}, ${visible(user)} as is_visible
    from import_made made join enquiry on enquiry.id = made.enquiry_id
    where made.sha256 = ${sha256} and made.no = any (${nos}::int[]) and deleted_at is null`.execute(db);
  return byKey(rows);
}

/** The texts of notes by the enquiry that has them. */
export async function notesOfEnquiries(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const notes = await db
    .selectFrom('enquiryNote')
    .select(['enquiryId', 'body'])
    .where(sql<boolean>`enquiry_id = any (${ids}::uuid[])`)
    .execute();
  const found = new Map<string, Set<string>>();
  for (const { enquiryId, body } of notes)
    found.set(enquiryId, (found.get(enquiryId) ?? new Set()).add(body));
  return found;
}
