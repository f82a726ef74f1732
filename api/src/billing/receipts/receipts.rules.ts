import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { add, MAX_AMOUNT, isBookable, minor } from '@daybook/contracts/money/money';
import { settlingAmount } from '@daybook/contracts/money/settlement';
import { Refusal } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';

type NewReceipt = Omit<ParsedInputOf<typeof receipts.create>, 'id'>;

interface Receiving {
  baseCurrency: string;
  /** Today in the time zone of the entity. */
  today: string;
  bankAccounts: readonly { id: string }[];
}

/** Refuses INPUT_INVALID with every error of a receipt except those of its allocations, each on its field. */
export function checkReceipt(input: NewReceipt, { baseCurrency, today, bankAccounts }: Receiving): void {
  const faults: FieldRefusals = {};
  const fault = (field: string, code: string, params?: Record<string, number>) =>
    (faults[field] ??= []).push(params ? { code, params } : { code });
  // A cheque with a later date is entered as a post-dated cheque.
  if (input.receiptDate > today) fault('receiptDate', input.mode === 'cheque' ? 'POST_DATED' : 'DATE_FUTURE');
  if (input.mode === 'cheque') {
    for (const field of ['instrumentNo', 'instrumentBank', 'instrumentDate'] as const)
      if (input[field] === null) fault(field, 'REQUIRED');
    if (input.instrumentDate !== null && input.instrumentDate > today) fault('instrumentDate', 'POST_DATED');
  }
  if (add(input.amount, input.withheld) === 0) fault('amount', 'REQUIRED');
  if (input.mode === 'adjustment') {
    if (input.amount > 0) fault('amount', 'TOO_BIG', { maximum: 0 });
    if (input.bankCharge > 0) fault('bankCharge', 'TOO_BIG', { maximum: 0 });
  }
  if (input.currency === baseCurrency && Number(input.fxRate ?? 1) !== 1)
    fault('fxRate', 'FX_RATE_SAME_CURRENCY');
  if (input.currency !== baseCurrency && input.fxRate === null) fault('fxRate', 'REQUIRED');
  const settled = settlingAmount({
    amount: minor(input.amount),
    withheld: minor(input.withheld),
    bankCharge: minor(input.bankCharge),
  });
  if (!isBookable(settled, input.currency, baseCurrency, input.fxRate ?? '1'))
    fault('amount', 'TOO_BIG', { maximum: MAX_AMOUNT });
  if (input.bankAccountId !== null && !bankAccounts.some(({ id }) => id === input.bankAccountId))
    fault('bankAccountId', 'REFERENCE_UNKNOWN');
  if (Object.keys(faults).length > 0) throw new Refusal('INPUT_INVALID', {}, faults);
}
