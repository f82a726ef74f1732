import { sql } from 'kysely';
import type {
  InvoiceJob,
  InvoiceJobItem,
  InvoiceJobRecord,
} from '@daybook/contracts/billing/invoices/invoice-jobs';
import type { Language } from '@daybook/contracts/fields';
import { jobKinds } from '@daybook/contracts/jobs/jobs';
import type { Job } from '@daybook/contracts/jobs/jobs';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { itemsInScope, listJobs, shownRefusal, theirJob } from '../../jobs/jobs.queries.ts';

const mostShown = 20;

const prefix = 'invoice_';
const kinds = jobKinds.filter((kind) => kind.startsWith(prefix));

const asInvoiceJob = ({ endedAt: _endedAt, kind, ...job }: Job): InvoiceJob => ({
  ...job,
  kind: kind.slice(prefix.length) as InvoiceJob['kind'],
});

export async function listInvoiceJobs(db: Db, user: CurrentUser): Promise<InvoiceJob[]> {
  const { rows } = await listJobs(db, user, { filter: { kind: kinds }, sort: '-at', pageSize: mostShown });
  return rows.map(asInvoiceJob);
}

/** Refuses NOT_FOUND, including for a job of another kind, and for another person's job unless the caller is an admin. */
export async function theirInvoiceJob(db: Db, user: CurrentUser, id: string): Promise<InvoiceJob> {
  const job = await theirJob(db, user, id);
  if (!kinds.includes(job.kind)) throw new Refusal('NOT_FOUND');
  return asInvoiceJob(job);
}

const itemsOf = (db: Db, user: CurrentUser, jobId: string) =>
  itemsInScope(db, user)
    .leftJoin('invoice', 'invoice.id', 'live.invoiceId')
    .where('item.jobId', '=', jobId)
    .orderBy('item.no')
    .select([
      'item.subject as invoiceId',
      'item.status',
      'item.refusal',
      sql<number | null>`case when client.id is not null then invoice.version end`.as('version'),
      'live.number',
      'live.currency',
      'live.payable',
      'client.name as client',
    ])
    .execute();

function shownItem(
  { invoiceId, status, refusal, ...invoice }: Awaited<ReturnType<typeof itemsOf>>[number],
  language: Language,
): InvoiceJobItem {
  return {
    invoiceId,
    status: status as InvoiceJobItem['status'],
    invoice: invoice.version === null ? null : (invoice as NonNullable<InvoiceJobItem['invoice']>),
    refusal: shownRefusal(refusal, language),
  };
}

/** Refuses NOT_FOUND. */
export async function openInvoiceJob(
  db: Db,
  user: CurrentUser,
  id: string,
  language: Language,
): Promise<InvoiceJobRecord> {
  const job = await theirInvoiceJob(db, user, id);
  const items = await itemsOf(db, user, id);
  return { ...job, items: items.map((item) => shownItem(item, language)) };
}
