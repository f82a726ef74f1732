import type { refundModes } from '@daybook/contracts/billing/settlement/refunds';
import { NOTHING, convert, negate, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { usedAdvance } from './advance-entries.ts';
import type { TaxInAdvance } from './advance-entries.ts';
import { credit, debit } from './post-entries.ts';
import type { Posting, SystemAccount } from './post-entries.ts';

/** The account that a refund is paid from. A cheque that the firm writes is paid from its bank account. */
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
  /** The carrying amount of the advance that is paid back, in the base currency. */
  base: Minor;
  /** The tax that was included in it. */
  freed?: readonly TaxInAdvance[];
}

/** Pays the client's advance back, at the exchange rate of the refund. */
export function refundEntries({ clientId, mode, amount, base, freed = [], ...terms }: Refund): Posting[] {
  const paid = convert(amount, terms.currency, terms.baseCurrency, terms.fxRate);
  return [
    ...usedAdvance(clientId, amount, base, freed),
    { ...credit(moneyAccount[mode], amount), base: negate(paid) },
    { ...debit('fx_difference', NOTHING), base: subtract(paid, base) },
  ];
}
