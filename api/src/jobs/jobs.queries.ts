import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { Job, JobItem, jobs } from '@daybook/contracts/jobs/jobs';
import { refusalMessage } from '@daybook/contracts/refusal-message';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../db/keyset.ts';
import { contains } from '../db/search.ts';
import { whereGiven } from '../db/where-given.ts';
import { inScope } from '../scope.ts';

type ListInput = ParsedInputOf<typeof jobs.list>;
type ItemInput = ParsedInputOf<typeof jobs.items>;

const counted = (status: string) =>
  sql<number>`(select count(*) from job_item item where item.job_id = job.id and item.status = ${status})`;

const withCounts = (query: ReturnType<typeof ownJobs>) =>
  query.innerJoin('appUser', 'appUser.id', 'job.createdBy').select([
    'job.id',
    'job.kind',
    'job.status',
    'appUser.name as by',
    'job.createdAt as at',
    'job.endedAt',
    sql<number>`(select count(*) from job_item item where item.job_id = job.id)`.as('all'),
    counted('done').as('done'),
    counted('refused').as('refused'),
    counted('skipped').as('skipped'),
    sql<boolean>`job.ended_at is not null and exists (select from job_item item
        where item.job_id = job.id and item.sha256 is not null)`.as('hasFiles'),
  ]);

const ownJobs = (db: Db, user: CurrentUser) => db.selectFrom('job').where('job.createdBy', '=', user.id);

/** A job is found by the numbers and clients of its items. */
const found = (db: Db, user: CurrentUser, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    ownJobs(db, user),
    { ...filter, q },
    {
      kind: 'job.kind',
      status: 'job.status',
      hasRefusals: (isAsked) =>
        sql<boolean>`exists (select from job_item where job_id = job.id and status = 'refused') = ${isAsked}`,
      q: (text, eb) =>
        eb.exists(
          itemsInScope(db, user)
            .where('item.jobId', '=', sql<string>`job.id`)
            .where(contains(itemText, text))
            .select('item.no'),
        ),
    },
  );

export async function listJobs(db: Db, user: CurrentUser, input: ListInput) {
  // Ids ascend with time.
  const keys = [{ by: sql.ref('job.id'), of: (row: Job) => row.id }];
  const rows = withCounts(found(db, user, input)).$castTo<Job>();
  return pageByKeyset(rows, keys, sortOf(input.sort).descending, input);
}

export const countJobs = (db: Db, user: CurrentUser, input: ListInput) => totalOf(db, found(db, user, input));

const admins: ReadonlySet<string> = new Set(['super_admin', 'admin']);

/** Refuses NOT_FOUND, including for another person's job unless the caller is an admin. */
export async function theirJob(db: Db, user: CurrentUser, id: string): Promise<Job> {
  const all = db.selectFrom('job');
  const job = await withCounts(admins.has(user.userType) ? all : ownJobs(db, user))
    .where('job.id', '=', id)
    .$castTo<Job>()
    .executeTakeFirst();
  if (!job) throw new Refusal('NOT_FOUND');
  return job;
}

/** Items, each with its record and its client if the client is in the caller's scope. */
export const itemsInScope = (db: Db, user: CurrentUser) =>
  db
    .selectFrom('jobItem as item')
    .leftJoin('invoiceState as live', 'live.invoiceId', 'item.subject')
    .leftJoin('series', 'series.id', 'item.subject')
    .leftJoin('client', (join) =>
      join
        .on('client.id', '=', sql<string>`coalesce(live.client_id, series.client_id, item.subject)`)
        .on(inScope.client(user, sql.ref('client.id'))),
    );

const itemText = sql`concat_ws(' ', client.name, case when client.id is not null then concat_ws(' ', live.number, series.title) end)`;

const foundItems = (db: Db, user: CurrentUser, { id, q, filter }: Pick<ItemInput, 'id' | 'q' | 'filter'>) =>
  whereGiven(
    itemsInScope(db, user)
      .leftJoin('billingEntity as entity', 'entity.id', 'item.entityId')
      .where('item.jobId', '=', id),
    { ...filter, q },
    { status: 'item.status', q: (text) => contains(itemText, text) },
  );

interface KeptRefusal extends Pick<Refusal, 'code' | 'params' | 'fields'> {}

/** A refusal as the single command would have answered it. */
export function shownRefusal(kept: unknown, language: Language): JobItem['refusal'] {
  if (kept === null) return null;
  const { code, params, fields } = kept as KeptRefusal;
  return { code, message: refusalMessage(language, code, params), fields };
}

const itemFields = (query: ReturnType<typeof foundItems>) =>
  query.select([
    'item.no',
    'item.subject',
    'item.status',
    'item.refusal',
    'item.made',
    sql<boolean>`item.sha256 is not null`.as('hasFile'),
    'item.doneAt',
    'entity.id as entityId',
    'entity.name as entityName',
    'live.invoiceId',
    'live.number',
    'series.title',
    'client.name as client',
  ]);

type ItemRow = Awaited<ReturnType<ReturnType<typeof itemFields>['executeTakeFirstOrThrow']>>;

function shownItem(row: ItemRow, language: Language): JobItem {
  const { no, subject, status, refusal, made, hasFile, doneAt, entityId, entityName } = row;
  const { invoiceId, number, title, client } = row;
  const kind = invoiceId !== null ? 'invoice' : title !== null ? 'recurring_invoice' : 'client';
  return {
    id: `${no}`,
    status: status as JobItem['status'],
    subject: client === null ? null : { kind, id: subject, name: number || title || client, client },
    entity: entityId === null || entityName === null ? null : { id: entityId, label: entityName },
    refusal: shownRefusal(refusal, language),
    made: client === null ? null : made,
    hasFile: client !== null && hasFile,
    doneAt,
  };
}

/** Refuses NOT_FOUND. */
export async function listJobItems(db: Db, user: CurrentUser, input: ItemInput, language: Language) {
  await theirJob(db, user, input.id);
  const keys = [{ by: sql.ref('item.no'), of: (row: ItemRow) => row.no }];
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(itemFields(foundItems(db, user, input)), keys, descending, input);
  return { ...page, rows: page.rows.map((row) => shownItem(row, language)) };
}

/** Refuses NOT_FOUND. */
export async function countJobItems(db: Db, user: CurrentUser, input: ItemInput) {
  await theirJob(db, user, input.id);
  return totalOf(db, foundItems(db, user, input));
}
