import { sql } from 'kysely';
import { sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { Db } from '../../db/database.ts';
import { spreadOver } from '../../ledger/income.ts';
import type { Income } from '../../ledger/income.ts';

interface CreditedRow extends Income {
  isDisbursed: boolean;
  /** The invoice whose charge or allowance is credited; null for a line. */
  adjustedId: string | null;
}

const creditedRows = async (db: Db, creditNoteId: string): Promise<CreditedRow[]> => {
  const { rows } = await sql<CreditedRow>`
    select line.net, billed.income_account_id as account_id, coalesce(billed.kind = 'disbursement', false) as is_disbursed,
      case when line.invoice_adjustment_id is not null then line.invoice_id end as adjusted_id
    from credit_note_line line left join invoice_line billed on billed.id = line.invoice_line_id
    where line.credit_note_id = ${creditNoteId} order by line.no`.execute(db);
  return rows;
};

/** The fees of invoices, as they were billed. */
async function billedFees(
  db: Db,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Income[]>> {
  if (invoiceIds.length === 0) return new Map();
  const { rows } = await sql<Income & { invoiceId: string }>`
    select invoice_id, income_account_id as account_id, net from invoice_line
    where invoice_id = any (${invoiceIds}::uuid[]) and kind = 'fee' order by invoice_id, no`.execute(db);
  return Map.groupBy(rows, ({ invoiceId }) => invoiceId);
}

/**
 * What a credit note with stored lines takes back of income and of disbursements. A line takes back from the account of the line that
 * it credits; what it credits of a charge or an allowance is spread over the fees of the invoice, as the invoice did.
 */
export async function creditedAmounts(
  db: Db,
  creditNoteId: string,
): Promise<{ income: Income[]; disbursed: Minor }> {
  const rows = await creditedRows(db, creditNoteId);
  const fees = await billedFees(
    db,
    rows.flatMap(({ adjustedId }) => adjustedId ?? []),
  );
  return {
    income: rows
      .filter(({ isDisbursed }) => !isDisbursed)
      .flatMap((row) =>
        row.adjustedId === null ? row : spreadOver(fees.get(row.adjustedId) ?? [], row.net),
      ),
    disbursed: sum(rows.filter(({ isDisbursed }) => isDisbursed).map(({ net }) => net)),
  };
}
