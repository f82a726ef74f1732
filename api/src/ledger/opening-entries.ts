import type { Minor } from '@daybook/contracts/money/money';
import { credit, debit } from './post-entries.ts';
import type { Posting } from './post-entries.ts';

/** An opening balance is posted against opening equity, because its income and tax are in the previous books (docs/rules.md#the-ledger). */
export const openingInvoiceEntries = (clientId: string, amount: Minor): Posting[] => [
  debit('receivable', amount, clientId),
  credit('opening_equity', amount),
];

/** Tax withheld before the cut-over date, which certificates have yet to prove. */
export const openingWithheldEntries = (clientId: string, amount: Minor): Posting[] => [
  debit('withholding_receivable', amount, clientId),
  credit('opening_equity', amount),
];

/** Money held at the cut-over date is the client's advance. */
export const openingReceiptEntries = (clientId: string, amount: Minor): Posting[] => [
  debit('opening_equity', amount),
  credit('client_advance', amount, clientId),
];
