import { addDays } from '@daybook/contracts/plain-date';
import type { TestApi } from '../test-api.ts';
import type { BillingDesk } from './billing-desk.ts';

export const west = 'Pacific/Pago_Pago';
export const east = 'Pacific/Kiritimati';
export const todayIn = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date());
export const dueOn = () => addDays(todayIn(west), 1);

/** A cheque of tomorrow in the west is of a day that has come in the east. */
export const moveTo = (api: TestApi, { entityId }: BillingDesk, timezone: string) =>
  api.db.updateTable('billingEntity').set({ timezone }).where('id', '=', entityId).execute();

export const laterCheque = (desk: BillingDesk, more: Parameters<BillingDesk['receipt']>[1] = {}) =>
  desk.receipt(1_000, {
    mode: 'cheque',
    receiptDate: dueOn(),
    instrumentNo: '000123',
    instrumentBank: 'First Bank',
    instrumentDate: dueOn(),
    ...more,
  });
