import type { Minor } from '@daybook/contracts/money/money';
import { credit, debit } from './post-entries.ts';
import type { Posting } from './post-entries.ts';

/** What was owed before stands against the equity that it opens with; tax and income are in the books before (docs/rules.md#the-ledger). */
export const openingInvoiceEntries = (clientId: string, amount: Minor): Posting[] => [
  debit('receivable', amount, clientId),
  credit('opening_equity', amount),
];

/** Money that was held already is the client's advance. */
export const openingReceiptEntries = (clientId: string, amount: Minor): Posting[] => [
  debit('opening_equity', amount),
  credit('client_advance', amount, clientId),
];
