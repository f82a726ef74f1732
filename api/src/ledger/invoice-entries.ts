import type { DocumentTotals } from '@daybook/contracts/money/document-totals';
import { NOTHING, add, negate, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { incomePostings, spreadOver } from './income.ts';
import type { Posting } from './post-entries.ts';
import { credit, debit } from './post-entries.ts';

/** What the entry needs of a line, besides its figures. */
export interface SettledLine {
  kind: 'fee' | 'disbursement';
  /** The account of its income; null for a disbursement. */
  accountId: string | null;
  departmentId: string | null;
}

interface IssuedInvoice {
  clientId: string;
  totals: DocumentTotals;
  lines: readonly SettledLine[];
}

function taxByComponent(totals: DocumentTotals): Map<string, Minor> {
  const taxes = new Map<string, Minor>();
  for (const { name, tax } of totals.groups.flatMap((group) => group.components)) {
    taxes.set(name, add(taxes.get(name) ?? NOTHING, tax));
  }
  return taxes;
}

/**
 * The client owes the total. The firm earned its fees, each in the account of its service and for its department, and is reimbursed for disbursements. Tax is
 * posted by component, each to its own account, and rounding to its own (docs/rules.md#the-ledger). A prepaid amount is allocated to the
 * invoice.
 */
export function invoiceEntries({ clientId, totals, lines }: IssuedInvoice): Posting[] {
  const netted = totals.lines.map(({ net }, index) => {
    const line = lines[index];
    if (!line) throw new Error('a line of an invoice has no account');
    return { ...line, net };
  });
  const fees = netted.filter(({ kind }) => kind === 'fee');
  const disbursed = netted.filter(({ kind }) => kind === 'disbursement');
  const adjustments = [
    ...totals.charges.map(({ net }) => net),
    ...totals.allowances.map(({ net }) => negate(net)),
  ];
  return [
    debit('receivable', totals.total, clientId),
    ...incomePostings([...fees, ...adjustments.flatMap((amount) => spreadOver(fees, amount))]),
    credit('client_reimbursable', sum(disbursed.map(({ net }) => net))),
    ...[...taxByComponent(totals)].map(([name, tax]) => credit(`output_tax.${name}`, tax)),
    credit('rounding', totals.rounding),
  ];
}
