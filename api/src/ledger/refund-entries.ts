import type { refundModes } from '@daybook/contracts/billing/settlement/refunds';
import { NOTHING, convert, negate, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { usedAdvance } from './advance-entries.ts';
import type { TaxInAdvance } from './advance-entries.ts';
import { credit, debit } from './post-entries.ts';
import type { Posting, SystemAccount } from './post-entries.ts';

/** The account that a refund is paid from. A cheque of the firm is paid from its bank. */
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
  /** The part of the client's advance that it uses, in the base currency. */
  base: Minor;
  /** The tax that was inside it. */
  freed?: readonly TaxInAdvance[];
}

/** The client's advance goes back to the client, at the rate of the day. */
export function refundEntries({ clientId, mode, amount, base, freed = [], ...terms }: Refund): Posting[] {
  const paid = convert(amount, terms.currency, terms.baseCurrency, terms.fxRate);
  return [
    ...usedAdvance(clientId, amount, base, freed),
    { ...credit(moneyAccount[mode], amount), base: negate(paid) },
    { ...debit('fx_difference', NOTHING), base: subtract(paid, base) },
  ];
}
