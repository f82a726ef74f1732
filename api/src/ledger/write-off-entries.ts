import { negate } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { credit, debit } from './post-entries.ts';
import type { Posting } from './post-entries.ts';

/** The firm no longer counts on it; in the base currency it goes as it came, at the invoice's rate (docs/rules.md#the-ledger). */
export const writeOffEntries = (clientId: string, amount: Minor, base: Minor): Posting[] => [
  { ...debit('bad_debt', amount), base },
  { ...credit('receivable', amount, clientId), base: negate(base) },
];
