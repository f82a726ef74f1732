import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Duplicate, Enquiry, EnquiryRow, enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import type { SortKey } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';

type ListInput = ParsedInputOf<typeof enquiries.list>;

const kept = (db: Db) => db.selectFrom('enquiry').where('enquiry.deletedAt', 'is', null);

const found = (db: Db, user: CurrentUser, { q, filter, sort }: Pick<ListInput, 'q' | 'filter' | 'sort'>) =>
  whereGiven(kept(db).where(inScope.enquiry(user, sql.ref('enquiry.ownerId'))), filter, {
    status: 'enquiry.status',
    open: (isOpen, eb) => eb('enquiry.status', isOpen ? 'not in' : 'in', ['won', 'lost']),
    source: 'enquiry.source',
    owner: 'enquiry.ownerId',
    dueBy: ['<=', 'enquiry.nextActionOn'],
    clientId: (id) => sql<boolean>`${id}::uuid in (enquiry.converted_client_id, enquiry.referrer_client_id)`,
  })
    // Sorted by next action, the list has only the enquiries with one.
    .$if(sort.endsWith('nextAction'), (query) => query.where('enquiry.nextActionOn', 'is not', null))
    .$if(Boolean(q), (query) => query.where(matches('enquiry', q ?? '')));

const inRow = (query: ReturnType<typeof kept>) =>
  query
    .innerJoin('appUser as owner', 'owner.id', 'enquiry.ownerId')
    .select([
      'enquiry.id',
      'enquiry.version',
      'enquiry.no',
      'enquiry.enquiryDate',
      'enquiry.name',
      'enquiry.company',
      'enquiry.email',
      'enquiry.phone',
      sql<EnquiryRow['source']>`enquiry.source`.as('source'),
      sql<EnquiryRow['status']>`enquiry.status`.as('status'),
      sql<EnquiryRow['heldStatus']>`enquiry.held_status`.as('heldStatus'),
      'enquiry.ownerId',
      'owner.name as ownerName',
      'enquiry.nextActionOn',
      'enquiry.expectedValue',
      'enquiry.currency',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof inRow>['executeTakeFirstOrThrow']>>;

const sortKeys: Record<string, SortKey<Row>> = {
  date: { by: sql.ref('enquiry.enquiryDate'), of: (row) => row.enquiryDate },
  nextAction: { by: sql.ref('enquiry.nextActionOn'), of: (row) => row.nextActionOn ?? '' },
};

const shownTo =
  (user: CurrentUser) =>
  ({ ownerId, ownerName, ...row }: Row): EnquiryRow => ({
    ...row,
    expectedValue: seesMoney(user) ? row.expectedValue : null,
    owner: { id: ownerId, label: ownerName },
  });

export async function listEnquiries(db: Db, user: CurrentUser, input: ListInput) {
  const { name, descending } = sortOf(input.sort);
  const own = sortKeys[name];
  const keys = [...(own ? [own] : []), { by: sql.ref('enquiry.id'), of: (row: Row) => row.id }];
  const page = await pageByKeyset(inRow(found(db, user, input)), keys, descending, input);
  return { ...page, rows: page.rows.map(shownTo(user)) };
}

export const countEnquiries = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, user, input));

/** Refuses NOT_FOUND, even for an enquiry outside the caller’s scope. */
export const getEnquiry = (db: Db, user: CurrentUser, id: string): Promise<Enquiry> =>
  readEnquiry(db, user, id, inScope.enquiry(user, sql.ref('enquiry.ownerId')));

/** The record that a person has just saved, even if the change took it out of their scope. */
export const getSavedEnquiry = (db: Db, user: CurrentUser, id: string): Promise<Enquiry> =>
  readEnquiry(db, user, id, sql<SqlBool>`true`);

async function readEnquiry(
  db: Db,
  user: CurrentUser,
  id: string,
  visible: ReturnType<typeof inScope.enquiry>,
): Promise<Enquiry> {
  const row = await inRow(kept(db).where('enquiry.id', '=', id).where(visible))
    .leftJoin('client as referrer', 'referrer.id', 'enquiry.referrerClientId')
    .leftJoin('client as converted', 'converted.id', 'enquiry.convertedClientId')
    .select((eb) => [
      'enquiry.lostReason',
      'referrer.id as referrerId',
      'referrer.name as referrerName',
      'converted.id as convertedId',
      'converted.name as convertedName',
      jsonArrayFrom(
        eb
          .selectFrom('enquiryService')
          .innerJoin('service', 'service.id', 'enquiryService.serviceId')
          .whereRef('enquiryService.enquiryId', '=', 'enquiry.id')
          .select(['service.id', 'service.name as label'])
          .orderBy('service.name'),
      ).as('services'),
    ])
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  const { referrerId, referrerName, convertedId, convertedName, lostReason, services, ...rest } = row;
  return {
    ...shownTo(user)(rest),
    lostReason,
    services,
    referrerClient: referrerId ? { id: referrerId, label: referrerName ?? '' } : null,
    convertedClient: convertedId ? { id: convertedId, label: convertedName ?? '' } : null,
    notes: await notesOf(db, id),
  };
}

const notesOf = (db: Db, enquiryId: string): Promise<Enquiry['notes']> =>
  db
    .selectFrom('enquiryNote as note')
    .leftJoin('appUser as writer', 'writer.id', 'note.createdBy')
    .where('note.enquiryId', '=', enquiryId)
    .select(['note.id', 'note.body', 'note.createdAt as at', 'writer.name as by'])
    .orderBy('note.createdAt', 'desc')
    .orderBy('note.id', 'desc')
    .limit(500)
    .execute();

/** Clients and enquiries with the same e-mail or telephone, within the caller’s scope. */
export async function findDuplicates(
  db: Db,
  user: CurrentUser,
  { email, phone, exceptId }: ParsedInputOf<typeof enquiries.duplicates>,
): Promise<Duplicate[]> {
  if (email === undefined && phone === undefined) return [];
  const wanted = { email: email ?? null, phone: phone ?? null };
  const same = await sql<Duplicate>`
    (select 'client' as kind, client.id, code, client.name as label, client.status,
        case when contact.email = ${wanted.email} then 'email' else 'phone' end as by
      from contact
      join client_contact on client_contact.contact_id = contact.id
      join client on client.id = client_contact.client_id
      where (contact.email = ${wanted.email} or contact.phone = ${wanted.phone})
        and ${inScope.client(user, sql.ref('client.id'))}
      order by code limit 10)
    union all
    (select 'enquiry', enquiry.id, no, coalesce(company, name), enquiry.status,
        case when enquiry.email = ${wanted.email} then 'email' else 'phone' end
      from enquiry
      where (enquiry.email = ${wanted.email} or enquiry.phone = ${wanted.phone}) and deleted_at is null
        and enquiry.id is distinct from ${exceptId ?? null}::uuid
        and ${inScope.enquiry(user, sql.ref('enquiry.ownerId'))}
      order by enquiry_date desc, enquiry.id desc limit 10)`.execute(db);
  return same.rows;
}
