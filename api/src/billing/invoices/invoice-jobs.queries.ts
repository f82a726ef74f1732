import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type {
  InvoiceJob,
  InvoiceJobItem,
  InvoiceJobRecord,
} from '@daybook/contracts/billing/invoices/invoice-jobs';
import type { Language } from '@daybook/contracts/fields';
import { refusalMessage } from '@daybook/contracts/refusal-message';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';

const mostShown = 20;

/** Starts a job for one step of many invoices; the scope is checked when each has its turn. */
export async function makeInvoiceJob(
  db: Db,
  user: CurrentUser,
  kind: InvoiceJob['kind'],
  invoices: readonly { id: string; version?: number }[],
): Promise<{ id: string }> {
  const id = uuidv7();
  await db.insertInto('invoiceJob').values({ id, kind, createdBy: user.id }).execute();
  const once = [...new Map(invoices.map((one) => [one.id, one])).values()];
  await sql`
    insert into invoice_job_item (job_id, no, invoice_id, seen)
    select ${id}, row_number() over (order by live.issue_date, given.place), given.id, case ${kind}::text
      when 'issue' then given.version
      when 'send' then (select count(*) + 1 from invoice_mail mail where mail.invoice_id = given.id) end
    from unnest(${once.map((one) => one.id)}::uuid[], ${once.map((one) => one.version ?? null)}::int[])
      with ordinality given (id, version, place)
    left join invoice_state live on live.invoice_id = given.id`.execute(db);
  return { id };
}

const counted = (status: string) =>
  sql<number>`(select count(*) from invoice_job_item item where item.job_id = invoice_job.id and item.status = ${status})`;

const jobs = (db: Db) =>
  db
    .selectFrom('invoiceJob')
    .innerJoin('appUser', 'appUser.id', 'invoiceJob.createdBy')
    .select([
      'invoiceJob.id',
      'invoiceJob.kind',
      'invoiceJob.status',
      'appUser.name as by',
      'invoiceJob.createdAt as at',
      sql<number>`(select count(*) from invoice_job_item item where item.job_id = invoice_job.id)`.as('all'),
      counted('done').as('done'),
      counted('refused').as('refused'),
      counted('skipped').as('skipped'),
      sql<boolean>`invoice_job.ended_at is not null and exists (select from invoice_job_item item
        where item.job_id = invoice_job.id and item.sha256 is not null)`.as('hasFiles'),
    ]);

export async function listInvoiceJobs(db: Db, user: CurrentUser): Promise<InvoiceJob[]> {
  const rows = await jobs(db)
    .where('invoiceJob.createdBy', '=', user.id)
    .orderBy('invoiceJob.createdAt', 'desc')
    .orderBy('invoiceJob.id', 'desc')
    .limit(mostShown)
    .execute();
  return rows as InvoiceJob[];
}

const admins: ReadonlySet<string> = new Set(['super_admin', 'admin']);

/** Refuses NOT_FOUND, also for another person's job unless the caller is an admin. */
export async function theirJob(db: Db, user: CurrentUser, id: string): Promise<InvoiceJob> {
  const job = await jobs(db)
    .where('invoiceJob.id', '=', id)
    .$if(!admins.has(user.userType), (query) => query.where('invoiceJob.createdBy', '=', user.id))
    .executeTakeFirst();
  if (!job) throw new Refusal('NOT_FOUND');
  return job as InvoiceJob;
}

/** The items of a job, each with its invoice while that is in the scope. */
export const itemsInScope = (db: Db, user: CurrentUser, jobId: string) =>
  db
    .selectFrom('invoiceJobItem as item')
    .leftJoin('invoiceState as live', (join) =>
      join.onRef('live.invoiceId', '=', 'item.invoiceId').on(inScope.client(user, sql.ref('live.clientId'))),
    )
    .where('item.jobId', '=', jobId)
    .orderBy('item.no');

const itemsOf = (db: Db, user: CurrentUser, jobId: string) =>
  itemsInScope(db, user, jobId)
    .leftJoin('invoice', 'invoice.id', 'live.invoiceId')
    .leftJoin('client', 'client.id', 'live.clientId')
    .select([
      'item.invoiceId',
      'item.status',
      'item.refusal',
      'invoice.version',
      'live.number',
      'live.currency',
      'live.payable',
      'client.name as client',
    ])
    .execute();

interface KeptRefusal extends Pick<Refusal, 'code' | 'params' | 'fields'> {}

function shownItem(
  { invoiceId, status, refusal, ...invoice }: Awaited<ReturnType<typeof itemsOf>>[number],
  language: Language,
): InvoiceJobItem {
  const kept = refusal as KeptRefusal | null;
  return {
    invoiceId,
    status: status as InvoiceJobItem['status'],
    invoice: invoice.version === null ? null : (invoice as NonNullable<InvoiceJobItem['invoice']>),
    refusal: kept && {
      code: kept.code,
      message: refusalMessage(language, kept.code, kept.params),
      fields: kept.fields,
    },
  };
}

/** Refuses NOT_FOUND. */
export async function openInvoiceJob(
  db: Db,
  user: CurrentUser,
  id: string,
  language: Language,
): Promise<InvoiceJobRecord> {
  const job = await theirJob(db, user, id);
  const items = await itemsOf(db, user, id);
  return { ...job, items: items.map((item) => shownItem(item, language)) };
}

/** The item under way is still done. Refuses NOT_FOUND, and STATE_NOT_ALLOWED once the job has ended. */
export async function cancelInvoiceJob(db: Db, user: CurrentUser, id: string): Promise<void> {
  await theirJob(db, user, id);
  const { status } = await db
    .selectFrom('invoiceJob')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (status === 'done' || status === 'cancelled')
    throw new Refusal('STATE_NOT_ALLOWED', { from: status, to: 'cancelled' });
  await db
    .updateTable('invoiceJob')
    .set({ status: 'cancelled', endedAt: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

const endedBefore = (days: string) => sql<boolean>`ended_at < now() - ${days}::interval`;

/** The files of a job are kept for a week after its end, what came of it for a quarter of a year. */
export async function purgeInvoiceJobs(db: Db): Promise<void> {
  await db
    .updateTable('invoiceJobItem')
    .set({ sha256: null, fileName: null })
    .where('sha256', 'is not', null)
    .where('jobId', 'in', (eb) => eb.selectFrom('invoiceJob').select('id').where(endedBefore('7 days')))
    .execute();
  await db.deleteFrom('invoiceJob').where(endedBefore('90 days')).execute();
}
