import { sql } from 'kysely';
import { sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { Db } from '../../db/database.ts';
import { spreadOver } from '../../ledger/income.ts';
import type { Income } from '../../ledger/income.ts';
import type { Posting } from '../../ledger/post-entries.ts';

interface CreditedRow extends Income {
  isDisbursed: boolean;
  /** The invoice whose charge or allowance is credited; null for a line. */
  adjustedId: string | null;
}

const creditedRows = async (db: Db, creditNoteId: string): Promise<CreditedRow[]> => {
  const { rows } = await sql<CreditedRow>`
    select line.net, billed.income_account_id as account_id, billed.department_id, coalesce(billed.kind = 'disbursement', false) as is_disbursed,
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
    select invoice_id, income_account_id as account_id, department_id, net from invoice_line
    where invoice_id = any (${invoiceIds}::uuid[]) and kind = 'fee' order by invoice_id, no`.execute(db);
  return Map.groupBy(rows, ({ invoiceId }) => invoiceId);
}

/** What an issued credit note took back, as it was posted. */
export async function postedBack(db: Db, entryId: string | null): Promise<Posting[]> {
  const { rows } = await sql<{ accountId: string; departmentId: string | null; amount: Minor; base: Minor }>`
    select line.account_id, line.department_id, line.debit - line.credit as amount, line.base_debit - line.base_credit as base
    from journal_line line join ledger_account account on account.id = line.account_id
    where line.entry_id = ${entryId}
      and coalesce(account.system_key, '') not in ('receivable', 'client_advance', 'fx_difference')
    order by line.no`.execute(db);
  return rows.map(({ accountId: id, ...posting }) => ({ account: { id }, ...posting }));
}

/**
 * What a credit note with stored lines takes back of income and of disbursements. A line takes back from the account and the department
 * of the line that it credits; what it credits of a charge or an allowance is spread over the fees of the invoice, as the invoice did.
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
