import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Enquiry, EnquiryRow, enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { FormNote } from '@daybook/contracts/crm/enquiry-form/form-note';
import { statusesFrom } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { LostReason } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
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

const ofService = (serviceId: string) =>
  serviceId === 'none'
    ? sql<SqlBool>`not exists (select from enquiry_service wanted where wanted.enquiry_id = enquiry.id)`
    : sql<SqlBool>`exists (select from enquiry_service wanted
        where wanted.enquiry_id = enquiry.id and wanted.service_id = ${serviceId})`;

/** The enquiries that the list and its other views show. */
export const foundEnquiries = (db: Db, user: CurrentUser, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(kept(db).where(inScope.enquiry(user, sql.ref('enquiry.ownerId'))), filter, {
    status: 'enquiry.status',
    open: (isOpen, eb) => eb('enquiry.status', isOpen ? 'not in' : 'in', ['won', 'lost']),
    sourceId: 'enquiry.sourceId',
    lostReasonId: 'enquiry.lostReasonId',
    owner: 'enquiry.ownerId',
    dueBy: ['<=', 'enquiry.nextActionOn'],
    clientId: (id) => sql<boolean>`${id}::uuid in (enquiry.converted_client_id, enquiry.referrer_client_id)`,
    from: ['>=', 'enquiry.enquiryDate'],
    to: ['<=', 'enquiry.enquiryDate'],
    serviceId: ofService,
    reached: (stage) => sql<SqlBool>`exists (select from enquiry_move passed
      where passed.enquiry_id = enquiry.id and passed.to_status = any (${statusesFrom(stage)}) and not passed.undone)`,
    since: ['>=', 'enquiry.statusSince'],
  }).$if(Boolean(q), (query) => query.where(matches('enquiry', q ?? '')));

/** Sorted by next action, the list has only the enquiries with one. */
const found = (db: Db, user: CurrentUser, input: Pick<ListInput, 'q' | 'filter' | 'sort'>) =>
  foundEnquiries(db, user, input).$if(input.sort.endsWith('nextAction'), (query) =>
    query.where('enquiry.nextActionOn', 'is not', null),
  );

const inRow = (query: ReturnType<typeof kept>) =>
  query
    .innerJoin('appUser as owner', 'owner.id', 'enquiry.ownerId')
    .innerJoin('enquirySource as source', 'source.id', 'enquiry.sourceId')
    .select([
      'enquiry.id',
      'enquiry.version',
      'enquiry.no',
      'enquiry.enquiryDate',
      'enquiry.name',
      'enquiry.company',
      'enquiry.email',
      'enquiry.phone',
      'enquiry.sourceId',
      'source.name as sourceName',
      sql<EnquiryRow['source']['usual']>`source.usual`.as('sourceUsual'),
      sql<EnquiryRow['status']>`enquiry.status`.as('status'),
      sql<EnquiryRow['heldStatus']>`enquiry.held_status`.as('heldStatus'),
      'enquiry.statusSince',
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
  ({ ownerId, ownerName, sourceId, sourceName, sourceUsual, ...row }: Row): EnquiryRow => ({
    ...row,
    source: { id: sourceId, name: sourceName, usual: sourceUsual },
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

/** As `getEnquiry`; a merged enquiry opens as the one that it was merged into. */
export async function openEnquiry(db: Db, user: CurrentUser, id: string): Promise<Enquiry> {
  const merged = await db
    .selectFrom('enquiry')
    .select('mergedIntoId')
    .where('id', '=', id)
    .executeTakeFirst();
  return getEnquiry(db, user, merged?.mergedIntoId ?? id);
}

/** The record that a person has just saved, even if the change took it out of their scope. */
export const getSavedEnquiry = (db: Db, user: CurrentUser, id: string): Promise<Enquiry> =>
  readEnquiry(db, user, id, sql<SqlBool>`true`);

async function readEnquiry(
  db: Db,
  user: CurrentUser,
  id: string,
  visible: ReturnType<typeof inScope.enquiry>,
): Promise<Enquiry> {
  const [enquiry] = await readEnquiries(db, user, [id], visible);
  if (!enquiry) throw new Refusal('NOT_FOUND');
  return { ...enquiry, notes: await notesOf(db, id) };
}

/** Those of these enquiries that are within the caller’s scope, without their notes. */
export const getEnquiries = (db: Db, user: CurrentUser, ids: readonly string[]) =>
  readEnquiries(db, user, ids, inScope.enquiry(user, sql.ref('enquiry.ownerId')));

async function readEnquiries(
  db: Db,
  user: CurrentUser,
  ids: readonly string[],
  visible: ReturnType<typeof inScope.enquiry>,
): Promise<Omit<Enquiry, 'notes'>[]> {
  const rows = await inRow(kept(db).where('enquiry.id', 'in', ids).where(visible))
    .leftJoin('client as referrer', 'referrer.id', 'enquiry.referrerClientId')
    .leftJoin('client as converted', 'converted.id', 'enquiry.convertedClientId')
    .leftJoin('lostReason as reason', 'reason.id', 'enquiry.lostReasonId')
    .select((eb) => [
      'enquiry.lostNote',
      'enquiry.erasedAt',
      'enquiry.taxId',
      'reason.id as reasonId',
      'reason.name as reasonName',
      sql<LostReason['usual']>`reason.usual`.as('reasonUsual'),
      'referrer.id as referrerId',
      'referrer.name as referrerName',
      'converted.id as convertedId',
      'converted.name as convertedName',
      sql<string[]>`array(select no from enquiry gone where gone.merged_into_id = enquiry.id order by no)`.as(
        'mergedNos',
      ),
      jsonArrayFrom(
        eb
          .selectFrom('enquiryService')
          .innerJoin('service', 'service.id', 'enquiryService.serviceId')
          .whereRef('enquiryService.enquiryId', '=', 'enquiry.id')
          .select(['service.id', 'service.name as label'])
          .orderBy('service.name'),
      ).as('services'),
    ])
    .execute();
  return rows.map((row) => {
    const { referrerId, referrerName, convertedId, convertedName, lostNote, taxId, services, ...others } =
      row;
    const { reasonId, reasonName, reasonUsual, mergedNos, erasedAt, ...rest } = others;
    return {
      ...shownTo(user)(rest),
      lostReason: reasonId ? { id: reasonId, name: reasonName, usual: reasonUsual } : null,
      lostNote,
      erasedAt,
      taxId,
      services,
      referrerClient: referrerId ? { id: referrerId, label: referrerName ?? '' } : null,
      convertedClient: convertedId ? { id: convertedId, label: convertedName ?? '' } : null,
      mergedNos,
    };
  });
}

/** An enquiry and those that were merged into it. */
export const togetherWith = (id: string) =>
  sql<string>`(select id from enquiry where ${id} in (id, merged_into_id))`;

const notesOf = (db: Db, enquiryId: string): Promise<Enquiry['notes']> =>
  db
    .selectFrom('enquiryNote as note')
    .leftJoin('appUser as writer', 'writer.id', 'note.createdBy')
    .where('note.enquiryId', 'in', togetherWith(enquiryId))
    .select([
      'note.id',
      'note.body',
      'note.createdAt as at',
      'writer.name as by',
      sql<FormNote | null>`note.form`.as('form'),
    ])
    .orderBy('note.createdAt', 'desc')
    .orderBy('note.id', 'desc')
    .limit(500)
    .execute();
