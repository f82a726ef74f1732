import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { formatNumber } from '@daybook/contracts/money/numbering';
import { heldKinds } from '@daybook/contracts/settings/backups/held-work';
import type { HeldKind, HeldWork } from '@daybook/contracts/settings/backups/held-work';
import { fiscalYearName } from '../../billing/documents/take-number.ts';
import { zoneOfFirm } from '../../books/check-books.ts';
import type { Db } from '../../db/database.ts';

/** The day of an instant where the firm is. */
const dayOf = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone ${zoneOfFirm})::date`;

const dueSeries = (kind: 'invoice' | 'task') => sql`
  select count(*)::int as count, min(next_on) as oldest from series_progress progress join series on series.id = progress.series_id
  where series.kind = ${kind} and series.status = 'active' and next_on <= ${dayOf(sql`now()`)}`;

const openJobs = (kind: 'imports' | 'jobs') => sql`
  select count(*)::int as count, ${dayOf(sql`min(created_at)`)} as oldest from job
  where ended_at is null and held_kind_of_job(kind) = ${kind}`;

/** What waits of each kind: `count` and `oldest` in one row. */
const waiting: Record<HeldKind, RawBuilder<unknown>> = {
  mails: sql`
    select count(*)::int as count, ${dayOf(sql`min(since)`)} as oldest
    from (select created_at as since from email_message where sent_at is null and failed_at is null
      union all select not_before from recurring_letter where refusal is null) as letter`,
  recurring_invoices: dueSeries('invoice'),
  recurring_tasks: dueSeries('task'),
  // Whoever has something overdue; which of them are due a reminder is decided when it is written.
  reminders: sql`
    select count(distinct client_id)::int as count, min(due_date) as oldest
    from reminder_setting setting join billing_entity entity on entity.id = setting.id and entity.active
      join invoice_state on invoice_state.entity_id = entity.id and outstanding > 0
        and due_date < (now() at time zone entity.timezone)::date
    where setting.mode <> 'off'`,
  statements: sql`
    select count(*)::int as count, min(next_on) as oldest from statement_schedule
    where status = 'active' and next_on <= (now() at time zone zone)::date`,
  cheques: sql`
    select count(*)::int as count, min(due_on) as oldest from postdated_cheque cheque join billing_entity entity on entity.id = cheque.entity_id
    where cheque.status = 'waiting' and due_on <= (now() at time zone entity.timezone)::date`,
  imports: openJobs('imports'),
  jobs: openJobs('jobs'),
  hours: sql`
    select count(*)::int as count, min(month_on) as oldest from billing_entity entity cross join lateral
      (select (date_trunc('month', now() at time zone entity.timezone) - interval '1 month')::date as month_on) as last
    where (select proposes_hours from firm)
      and not exists (select from hours_proposal done where done.entity_id = entity.id and done.month_on = last.month_on)`,
  notices: sql`
    select count(*)::int as count, min(since) as oldest
    from (select ${dayOf(sql`created_at`)} as since from notification where mail <> 'none' and mailed_at is null
      union all select valid_to - notice_days from client_document document
        join client on client.id = document.client_id and client.status = 'active'
        where notice_days is not null and returned_on is null and valid_to - notice_days <= ${dayOf(sql`now()`)}
          and valid_to >= ${dayOf(sql`document.created_at`)}
          and not exists (select from client_document_notice given
            where given.document_id = document.id and given.valid_to = document.valid_to)) as notice`,
  backups: sql`select count(*)::int as count, null::date as oldest from backup_setting where is_on`,
};

/** The next numbers of invoices, of each active billing entity that has issued some this fiscal year. */
async function nextInvoiceNumbers(db: Db): Promise<HeldWork['nextNumbers']> {
  const { rows } = await sql<{
    entity: string;
    prefix: string;
    format: string;
    fyStart: string;
    today: string;
    fy: string;
    seq: number;
  }>`
    select entity.name as entity, prefix, format, entity.fy_start, series.fy, next_seq::int as seq,
      (now() at time zone entity.timezone)::date as today
    from number_series series
      join number_format format on format.entity_id = series.entity_id and format.doc_kind = series.doc_kind
      join billing_entity entity on entity.id = series.entity_id and entity.active
    where series.doc_kind in ('tax_invoice', 'bill_of_supply')
    order by entity.name collate "und-x-icu", series.doc_kind desc`.execute(db);
  return rows
    .filter(({ today, fyStart, fy }) => fiscalYearName(today, fyStart) === fy)
    .map(({ entity, format, prefix, today, fyStart, seq }) => ({
      entity,
      number: formatNumber(format, { prefix, issueDate: today, fyStart, seq }),
    }));
}

async function waitsOf(db: Db, kind: HeldKind): Promise<HeldWork['kinds'][number]> {
  const { rows } = await sql<{ count: number; oldest: string | null }>`${waiting[kind]}`.execute(db);
  return { kind, count: rows[0]?.count ?? 0, oldest: rows[0]?.oldest ?? null };
}

/** What a restored firm holds back, and what it would do. */
export async function listHeldWork(db: Db): Promise<HeldWork> {
  const { heldSince, held } = await db
    .selectFrom('installation')
    .select(['heldSince', 'held'])
    .executeTakeFirstOrThrow();
  const kinds: HeldWork['kinds'] = [];
  for (const kind of heldKinds) if (held.includes(kind)) kinds.push(await waitsOf(db, kind));
  return {
    heldSince,
    kinds,
    nextNumbers: held.includes('recurring_invoices') ? await nextInvoiceNumbers(db) : [],
  };
}
