import { sql } from 'kysely';
import type { Expression } from 'kysely';
import { mostClients } from '@daybook/contracts/crm/contacts/contacts';
import type { Contact, ContactRow, contacts } from '@daybook/contracts/crm/contacts/contacts';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { clientByKeys, inScope } from '../../scope.ts';
import { linkInJson } from './contacts-of-client.queries.ts';
import { refusedMail } from './refused-addresses.queries.ts';

type ListInput = ParsedInputOf<typeof contacts.list>;

const byName = sql`contact.name collate "und-x-icu"`;
const isOrNot = (is: boolean, condition: Expression<unknown>) =>
  is ? sql<boolean>`${condition}` : sql<boolean>`not ${condition}`;

const found = (db: Db, user: CurrentUser, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db.selectFrom('contact').where(inScope.contact(user, sql.ref('contact.id'))),
    { ...filter, q },
    {
      role: (role) => sql<boolean>`exists (select from client_contact link where link.contact_id = contact.id
        and ${role} = any (link.roles) and ${clientByKeys(user, sql.ref('link.clientId'))})`,
      shared: (is) =>
        isOrNot(
          is,
          sql`exists (select from client_contact link where link.contact_id = contact.id offset 1)`,
        ),
      refused: (is) =>
        isOrNot(is, sql`exists (select from refused_address mark where mark.address = contact.email)`),
      q: (text) => matches('contact', text),
    },
  );

/** The clients of the contact within the caller's scope or outside it. */
const linked = (user: CurrentUser, isSeen: boolean) => sql`client_contact link
  join client on client.id = link.client_id
  where link.contact_id = contact.id and ${isOrNot(isSeen, clientByKeys(user, sql.ref('client.id')))}`;

const inRow = (query: ReturnType<typeof found>, user: CurrentUser) =>
  query.select([
    'contact.id',
    'contact.version',
    'contact.name',
    'contact.email',
    'contact.phone',
    refusedMail(user, sql.ref('contact.email')).as('refused'),
    sql<number>`(select count(*)::int from ${linked(user, true)})`.as('visible'),
    sql<number>`(select count(*)::int from ${linked(user, false)})`.as('others'),
    sql<Reference[]>`coalesce((select jsonb_agg(jsonb_build_object('id', first.id, 'label', first.name)
        order by first.sort_name collate "und-x-icu", first.id)
      from (select client.id, client.name, client.sort_name from ${linked(user, true)}
        order by client.sort_name collate "und-x-icu", client.id limit 3) first), '[]')`.as('clients'),
  ]);

export function listContacts(db: Db, user: CurrentUser, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const keys = [
    { by: byName, of: (row: ContactRow) => row.name },
    { by: sql.ref('contact.id'), of: (row: ContactRow) => row.id },
  ];
  return pageByKeyset(inRow(found(db, user, input), user), keys, descending, input);
}

export const countContacts = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, user, input));

/** Refuses NOT_FOUND, even for a contact whose clients are all outside the caller's scope. */
export async function getContact(db: Db, user: CurrentUser, id: string): Promise<Contact> {
  const row = await inRow(found(db, user, { filter: {} }), user)
    .where('contact.id', '=', id)
    .select(
      sql<
        Contact['clients']
      >`coalesce((select jsonb_agg(one.told order by one.sort_name collate "und-x-icu", one.id)
        from (select client.id, client.sort_name, ${linkInJson} || jsonb_build_object('id', client.id, 'code', client.code,
              'label', client.name, 'status', client.status) as told
            from ${linked(user, true)}
            order by client.sort_name collate "und-x-icu", client.id limit ${sql.lit(mostClients)}) one), '[]')`.as(
        'theirClients',
      ),
    )
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const { theirClients, ...contact } = row;
  return { ...contact, clients: theirClients };
}

/** Contacts within the caller's scope with the same e-mail or telephone. */
export async function findLikely(
  db: Db,
  user: CurrentUser,
  { email, phone, exceptId }: ParsedInputOf<typeof contacts.likely>,
): Promise<ContactRow[]> {
  if (email === undefined && phone === undefined) return [];
  return inRow(found(db, user, { filter: {} }), user)
    .where(sql<boolean>`(contact.email = ${email ?? null}::text or contact.phone = ${phone ?? null}::text)`)
    .where(sql<boolean>`contact.id is distinct from ${exceptId ?? null}::uuid`)
    .orderBy(byName)
    .orderBy('contact.id')
    .limit(10)
    .execute();
}
