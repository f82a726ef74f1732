import { sql } from 'kysely';
import type { Duplicate, enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { matches } from '../../db/search.ts';
import { inScope } from '../../scope.ts';
import { alike, likeness, tellingWords } from './name-likeness.ts';

type Input = ParsedInputOf<typeof enquiries.duplicates>;

/** The most hints of one kind. */
const mostHints = 10;
/** How many names that begin alike are compared. */
const mostCompared = 200;

/** What tells most that two records are of one person, first. */
const telling: readonly Duplicate['by'][] = ['taxId', 'email', 'phone', 'name'];

const bare = (taxId: string): string =>
  taxId
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');

/** The client that the enquiry itself became is no duplicate of it. */
const isAnother = (exceptId: string | undefined) =>
  exceptId === undefined
    ? sql`true`
    : sql`client.id is distinct from (select converted_client_id from enquiry won where won.id = ${exceptId}::uuid)`;

/** Clients and enquiries with the same e-mail, telephone or tax number. A number of no known kind is stored as it was typed. */
async function findSame(db: Db, user: CurrentUser, { email, phone, taxId, exceptId }: Asked) {
  const wanted = { email: email ?? null, phone: phone ?? null, taxId: bare(taxId ?? '') || null };
  if (Object.values(wanted).every((value) => value === null)) return [];
  const same = await sql<Duplicate>`
    (select 'client' as kind, client.id, code, client.name as label, client.status,
        case when contact.email = ${wanted.email} then 'email' else 'phone' end as by
      from contact
      join client_contact on client_contact.contact_id = contact.id
      join client on client.id = client_contact.client_id
      where (contact.email = ${wanted.email} or contact.phone = ${wanted.phone})
        and ${isAnother(exceptId)} and ${inScope.client(user, sql.ref('client.id'))}
      order by code limit ${sql.lit(mostHints)})
    union all
    (select 'client', client.id, code, client.name, client.status, 'taxId'
      from client_registration held join client on client.id = held.client_id
      where (held.value = ${wanted.taxId}
          or held.scheme = 'other' and regexp_replace(upper(held.value), '[^A-Z0-9]', '', 'g') = ${wanted.taxId})
        and ${isAnother(exceptId)} and ${inScope.client(user, sql.ref('client.id'))}
      order by code limit ${sql.lit(mostHints)})
    union all
    (select 'enquiry', enquiry.id, no, coalesce(company, name), enquiry.status,
        case when enquiry.email = ${wanted.email} then 'email' when enquiry.phone = ${wanted.phone} then 'phone' else 'taxId' end
      from enquiry
      where (enquiry.email = ${wanted.email} or enquiry.phone = ${wanted.phone} or enquiry.tax_id = ${wanted.taxId})
        and deleted_at is null and enquiry.id is distinct from ${exceptId ?? null}::uuid
        and ${inScope.enquiry(user, sql.ref('enquiry.ownerId'))}
      order by enquiry_date desc, enquiry.id desc limit ${sql.lit(mostHints)})`.execute(db);
  return same.rows;
}

/** The beginnings of its longest words find the names to compare with: a typing error is rarely in all of them. */
const beginningsOf = (name: string): string[] =>
  tellingWords(name)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 3)
    .map((word) => word.slice(0, word.charCodeAt(0) < 0x2e80 ? 4 : 2));

const beginsLike = (table: 'client' | 'enquiry', names: readonly string[]) =>
  sql.join(
    names.flatMap(beginningsOf).map((beginning) => matches(table, beginning)),
    sql` or `,
  );

interface Named extends Duplicate {
  names: string[];
}

/** Clients and enquiries whose name is like one of these, the most alike first. */
async function findAlike(db: Db, user: CurrentUser, names: readonly string[], exceptId: string | undefined) {
  if (names.flatMap(beginningsOf).length === 0) return [];
  const { rows } = await sql<Named>`
    (select 'client' as kind, client.id, code, client.name as label, client.status, 'name' as by,
        array_remove(array[client.name, client.legal_name], null) as names
      from client where (${beginsLike('client', names)}) and ${isAnother(exceptId)}
        and ${inScope.client(user, sql.ref('client.id'))}
      limit ${sql.lit(mostCompared)})
    union all
    (select 'enquiry', enquiry.id, no, coalesce(company, name), enquiry.status, 'name',
        array_remove(array[name, company], null)
      from enquiry where (${beginsLike('enquiry', names)}) and deleted_at is null
        and enquiry.id is distinct from ${exceptId ?? null}::uuid
        and ${inScope.enquiry(user, sql.ref('enquiry.ownerId'))}
      limit ${sql.lit(mostCompared)})`.execute(db);
  return rows
    .map(({ names: theirs, ...hint }) => ({
      hint,
      score: Math.max(...theirs.flatMap((their) => names.map((name) => likeness(name, their)))),
    }))
    .filter(({ score }) => score >= alike)
    .toSorted((a, b) => b.score - a.score || a.hint.code.localeCompare(b.hint.code))
    .slice(0, mostHints)
    .map(({ hint }) => hint);
}

type Asked = Pick<Input, 'email' | 'phone' | 'taxId' | 'name' | 'company' | 'exceptId'>;

/** Each reason for which a record within the caller's scope may be of the same person, what tells most first. */
export async function findHints(db: Db, user: CurrentUser, asked: Asked): Promise<Duplicate[]> {
  const names = [asked.name, asked.company].filter((name): name is string => Boolean(name));
  const same = await findSame(db, user, asked);
  return [
    ...same.toSorted((a, b) => telling.indexOf(a.by) - telling.indexOf(b.by)),
    ...(await findAlike(db, user, names, asked.exceptId)),
  ];
}

/** Who may have asked before, within the caller’s scope; each record once, by what tells most. */
export async function findDuplicates(db: Db, user: CurrentUser, input: Input): Promise<Duplicate[]> {
  const all = await findHints(db, user, input);
  return all.filter(({ id }, index) => all.findIndex((other) => other.id === id) === index);
}
