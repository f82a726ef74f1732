import { sql } from 'kysely';
import { formatNumber } from '@daybook/contracts/money/numbering';
import type { HeldWork } from '@daybook/contracts/settings/backups/held-work';
import { fiscalYearName } from '../../billing/documents/take-number.ts';
import type { Db } from '../../db/database.ts';

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

/** What a restored firm holds back, and what it would do. */
export async function listHeldWork(db: Db): Promise<HeldWork> {
  const { heldSince, held } = await db
    .selectFrom('installation')
    .select(['heldSince', 'held'])
    .executeTakeFirstOrThrow();
  const { rows } = await sql<HeldWork['kinds'][number]>`
    select kind, count, oldest from waiting_work where kind = any (${held})
    order by array_position(held_kinds(), kind)`.execute(db);
  return {
    heldSince,
    kinds: rows,
    nextNumbers: held.includes('recurring_invoices') ? await nextInvoiceNumbers(db) : [],
  };
}
