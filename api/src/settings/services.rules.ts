import { refuseField } from '@daybook/contracts/refusals';

/** A price has a currency and a currency a price. Refuses on the one that is missing. */
export function checkPrice({ price, currency }: { price: number | null; currency: string | null }): void {
  if ((price === null) === (currency === null)) return;
  throw refuseField('INPUT_INVALID', price === null ? 'price' : 'currency', {}, 'REQUIRED');
}
