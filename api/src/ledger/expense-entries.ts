import type { PaidBy } from '@daybook/contracts/billing/expenses/expense-machine';
import { taxOfParts } from '@daybook/contracts/money/input-tax';
import { add, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { ComponentTax } from '@daybook/contracts/money/tax-split';
import { credit, debit } from './post-entries.ts';
import type { Posting } from './post-entries.ts';

export interface SpentMoney {
  gross: Minor;
  /** What the firm reclaims of the tax. */
  recoverable: Minor;
  /** The tax that the firm owes under reverse charge, by component. */
  selfAssessed: readonly ComponentTax[];
  pureAgent: boolean;
  paidBy: PaidBy;
  claimantId: string;
  /** The expense account of the category. */
  accountId: string;
  /** The department that spent it. */
  departmentId: string | null;
}

const owedTo = (claimantId: string, amount: Minor): Posting => ({
  ...credit('staff_payable', amount),
  userId: claimantId,
});

/**
 * Debits the tax that the firm reclaims, and the remainder as cost of the department. A disbursement is not a cost, because the client reimburses
 * it. Credits the firm's money, or the person who paid (docs/rules.md#the-ledger), and under reverse charge the output tax.
 */
export function expenseEntries(spent: SpentMoney): Posting[] {
  const { gross, recoverable, selfAssessed, paidBy } = spent;
  const cost = subtract(add(gross, taxOfParts(selfAssessed)), recoverable);
  const { accountId: id, departmentId } = spent;
  return [
    spent.pureAgent ? debit('client_reimbursable', gross) : { ...debit({ id }, cost), departmentId },
    debit('input_tax', recoverable),
    ...selfAssessed.map(({ name, tax }) => credit(`output_tax.${name}`, tax)),
    paidBy === 'person' ? owedTo(spent.claimantId, gross) : credit(paidBy, gross),
  ];
}
