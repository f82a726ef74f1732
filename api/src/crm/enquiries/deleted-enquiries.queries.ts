import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { daysInBin } from '@daybook/contracts/crm/enquiries/deleted-enquiries';
import type { DeletedEnquiry, deletedEnquiries } from '@daybook/contracts/crm/enquiries/deleted-enquiries';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import type { SortKey } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';

type ListInput = ParsedInputOf<typeof deletedEnquiries.list>;

const period = sql.lit(`${daysInBin} days`);

/** Enquiries that can still be restored; a merged one cannot. */
const found = (db: Db, user: CurrentUser, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db
      .selectFrom('enquiry')
      .where('enquiry.deletedAt', '>', sql<string>`now() - interval ${period}`)
      .where('enquiry.mergedIntoId', 'is', null)
      .where(inScope.enquiry(user, sql.ref('enquiry.ownerId'))),
    filter,
    { owner: 'enquiry.ownerId' },
  ).$if(Boolean(q), (query) => query.where(matches('enquiry', q ?? '')));

const inRow = (query: ReturnType<typeof found>) =>
  query.innerJoin('appUser as owner', 'owner.id', 'enquiry.ownerId').select([
    'enquiry.id',
    'enquiry.version',
    'enquiry.no',
    'enquiry.name',
    'enquiry.company',
    sql<DeletedEnquiry['status']>`enquiry.status`.as('status'),
    'enquiry.ownerId',
    'owner.name as ownerName',
    sql<string>`enquiry.deleted_at`.as('deletedAt'),
    sql<string>`enquiry.deleted_at + interval ${period}`.as('keptUntil'),
    // Who moved it to the bin last, from the audit log.
    sql<
      string | null
    >`(select person.name from audit_event event join app_user person on person.id = event.actor_id
        where event.entity = 'enquiry' and event.entity_id = enquiry.id and event.body #>> '{after,deleted_at}' is not null
        order by event.id desc limit 1)`.as('deletedBy'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof inRow>['executeTakeFirstOrThrow']>>;

const keys: SortKey<Row>[] = [
  { by: sql.ref('enquiry.deletedAt'), of: (row) => row.deletedAt },
  { by: sql.ref('enquiry.id'), of: (row) => row.id },
];

const shown = ({ ownerId, ownerName, ...row }: Row): DeletedEnquiry => ({
  ...row,
  owner: { id: ownerId, label: ownerName },
});

export async function listDeletedEnquiries(db: Db, user: CurrentUser, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(inRow(found(db, user, input)), keys, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

export const countDeletedEnquiries = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, user, input));

/** Refuses NOT_FOUND, also once an enquiry can no longer be restored. */
export async function getDeletedEnquiry(db: Db, user: CurrentUser, id: string): Promise<DeletedEnquiry> {
  const row = await inRow(found(db, user, { filter: {} }))
    .where('enquiry.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(row);
}
