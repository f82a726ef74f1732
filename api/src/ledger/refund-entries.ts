import type { refundModes } from '@daybook/contracts/billing/refunds';
import { NOTHING, convert, negate, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { credit, debit } from './post-entries.ts';
import type { Posting, SystemAccount } from './post-entries.ts';

/** A cheque that the firm writes leaves its bank. */
const moneyAccount: Record<(typeof refundModes)[number], SystemAccount> = {
  bank: 'bank',
  cash: 'cash',
  cheque: 'bank',
  upi: 'bank',
  card: 'bank',
};

interface Refund {
  currency: string;
  baseCurrency: string;
  fxRate: string;
  clientId: string;
  mode: (typeof refundModes)[number];
  amount: Minor;
  /** What it takes of the client's advance in the base currency. */
  base: Minor;
}

/** The client's advance goes back to the client, at the rate of the day. */
export function refundEntries({ clientId, mode, amount, base, ...terms }: Refund): Posting[] {
  const paid = convert(amount, terms.currency, terms.baseCurrency, terms.fxRate);
  return [
    { ...debit('client_advance', amount, clientId), base },
    { ...credit(moneyAccount[mode], amount), base: negate(paid) },
    { ...debit('fx_difference', NOTHING), base: subtract(paid, base) },
  ];
}
