import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { InvoiceJob } from '@daybook/contracts/billing/invoices/invoice-jobs';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { theirJob } from './invoice-jobs.queries.ts';

/** Starts a job that does one step for many invoices. The scope of each invoice is checked when the job reaches it. */
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

/** Cancels a job; the item being processed is still finished. Refuses NOT_FOUND, and STATE_NOT_ALLOWED once the job has ended. */
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

/** Deletes the files of a job a week after its end, and the job itself after 90 days. */
export async function purgeInvoiceJobs(db: Db): Promise<void> {
  await db
    .updateTable('invoiceJobItem')
    .set({ sha256: null, fileName: null })
    .where('sha256', 'is not', null)
    .where('jobId', 'in', (eb) => eb.selectFrom('invoiceJob').select('id').where(endedBefore('7 days')))
    .execute();
  await db.deleteFrom('invoiceJob').where(endedBefore('90 days')).execute();
}
