import { sql } from 'kysely';
import type { InvoiceJob } from '@daybook/contracts/billing/invoices/invoice-jobs';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { makeJob } from '../../jobs/request-job.ts';
import type { Wanted } from '../../jobs/request-job.ts';

/** Starts a job that does one step for many invoices, earliest first. The scope of each invoice is checked when the job reaches it. */
export async function makeInvoiceJob(
  db: Db,
  user: CurrentUser,
  kind: InvoiceJob['kind'],
  invoices: readonly { id: string; version?: number }[],
): Promise<{ id: string }> {
  const wanted = await sql<Wanted>`
    select given.id as subject, case ${kind}::text
      when 'issue' then given.version
      when 'send' then (select count(*) + 1 from invoice_mail mail where mail.invoice_id = given.id) end as seen
    from unnest(${invoices.map((one) => one.id)}::uuid[], ${invoices.map((one) => one.version ?? null)}::int[])
      with ordinality given (id, version, place)
    left join invoice_state live on live.invoice_id = given.id
    order by live.issue_date, given.place`.execute(db);
  return makeJob(db, user, `invoice_${kind}`, wanted.rows);
}
