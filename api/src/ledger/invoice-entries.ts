import type { DocumentTotals } from '@daybook/contracts/money/document-totals';
import { NOTHING, add, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { Posting } from './post-entries.ts';
import { credit, debit } from './post-entries.ts';

interface IssuedInvoice {
  clientId: string;
  totals: DocumentTotals;
  kinds: readonly ('fee' | 'disbursement')[];
}

const netOf = (
  totals: DocumentTotals,
  kinds: IssuedInvoice['kinds'],
  wanted: 'fee' | 'disbursement',
): Minor => sum(totals.lines.filter((_line, index) => kinds[index] === wanted).map((line) => line.net));

function taxByComponent(totals: DocumentTotals): Map<string, Minor> {
  const taxes = new Map<string, Minor>();
  for (const { name, tax } of totals.groups.flatMap((group) => group.components)) {
    taxes.set(name, add(taxes.get(name) ?? NOTHING, tax));
  }
  return taxes;
}

/**
 * The client owes the total. The firm earned its fees and is reimbursed for disbursements. Tax is posted by component, each to its
 * own account, and rounding to its own (docs/rules.md#the-ledger). A prepaid amount is allocated to the invoice.
 */
export function invoiceEntries({ clientId, totals, kinds }: IssuedInvoice): Posting[] {
  const adjusted = subtract(
    sum(totals.charges.map((charge) => charge.net)),
    sum(totals.allowances.map((allowance) => allowance.net)),
  );
  return [
    debit('receivable', totals.total, clientId),
    credit('income', add(netOf(totals, kinds, 'fee'), adjusted)),
    credit('client_reimbursable', netOf(totals, kinds, 'disbursement')),
    ...[...taxByComponent(totals)].map(([name, tax]) => credit(`output_tax.${name}`, tax)),
    credit('rounding', totals.rounding),
  ];
}
