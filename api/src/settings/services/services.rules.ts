import type { Minor } from '@daybook/contracts/money/money';
import { refuseField } from '@daybook/contracts/refusals';

/** An amount needs a currency, and a currency an amount. Refuses on the missing one. */
function checkAmount(field: string, amount: Minor | null, currency: string | null): void {
  if ((amount === null) === (currency === null)) return;
  throw refuseField('INPUT_INVALID', amount === null ? field : 'currency', {}, 'REQUIRED');
}

export const checkPrice = ({ price, currency }: { price: Minor | null; currency: string | null }): void =>
  checkAmount('price', price, currency);

/** The fee of a task category, which is optional like the price of a service. */
export const checkFee = ({ fee, currency }: { fee: Minor | null; currency: string | null }): void =>
  checkAmount('fee', fee, currency);
