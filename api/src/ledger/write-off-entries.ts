import { negate } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { credit, debit } from './post-entries.ts';
import type { Posting } from './post-entries.ts';

/** Moves an uncollectible amount from receivables to bad debt, in the base currency at the invoice's rate (docs/rules.md#the-ledger). */
export const writeOffEntries = (clientId: string, amount: Minor, base: Minor): Posting[] => [
  { ...debit('bad_debt', amount), base },
  { ...credit('receivable', amount, clientId), base: negate(base) },
];
