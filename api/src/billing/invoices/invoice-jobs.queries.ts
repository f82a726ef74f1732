import { sql } from 'kysely';
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

/** Refuses NOT_FOUND, including for another person's job unless the caller is an admin. */
export async function theirJob(db: Db, user: CurrentUser, id: string): Promise<InvoiceJob> {
  const job = await jobs(db)
    .where('invoiceJob.id', '=', id)
    .$if(!admins.has(user.userType), (query) => query.where('invoiceJob.createdBy', '=', user.id))
    .executeTakeFirst();
  if (!job) throw new Refusal('NOT_FOUND');
  return job as InvoiceJob;
}

/** The items of a job, each with its invoice if that is in the caller's scope. */
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
