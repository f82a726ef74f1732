import type { PaidBy } from '@daybook/contracts/billing/expenses/expense-machine';
import { NOTHING } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { credit, debit } from './post-entries.ts';
import type { Posting } from './post-entries.ts';

export interface SpentMoney {
  net: Minor;
  tax: Minor;
  gross: Minor;
  taxRecoverable: boolean;
  pureAgent: boolean;
  paidBy: PaidBy;
  claimantId: string;
  /** The expense account of the category. */
  accountId: string;
}

const owedTo = (claimantId: string, amount: Minor): Posting => ({
  ...credit('staff_payable', amount),
  userId: claimantId,
});

/**
 * Debits the cost, and the tax if the firm can reclaim it. A disbursement is not a cost, because the client reimburses
 * it. Credits the firm's money, or the person who paid (docs/rules.md#the-ledger).
 */
export function expenseEntries(spent: SpentMoney): Posting[] {
  const { net, tax, gross, taxRecoverable, paidBy } = spent;
  const cost = spent.pureAgent
    ? [debit('client_reimbursable', gross)]
    : [
        debit({ id: spent.accountId }, taxRecoverable ? net : gross),
        debit('input_tax', taxRecoverable ? tax : NOTHING),
      ];
  return [...cost, paidBy === 'person' ? owedTo(spent.claimantId, gross) : credit(paidBy, gross)];
}
