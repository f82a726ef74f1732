import type { InputOf } from '@daybook/contracts/endpoint';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { startTestApi } from '../test-api.ts';
import type { Caller, TestApi } from '../test-api.ts';
import { openSeriesDesk } from './series-desk.ts';
import type { SeriesDesk } from './series-desk.ts';

export type Fields = InputOf<typeof recurringInvoices.create>;

/** Days count from today, so that what is past and to come stays so. */
export const today = new Date().toISOString().slice(0, 10);
export const monthStart = (months: number): string => firstOfMonth(monthNumber(today) + months);

/** One server for the tests of a file; each test has a client of its own, who is invoiced monthly. */
export function setUpRecurringInvoices() {
  let api: TestApi;
  let admin: Caller;
  let desk: SeriesDesk;

  beforeAll(async () => {
    api = await startTestApi();
    admin = await api.as({ userType: 'super_admin' });
  });
  beforeEach(async () => {
    desk = await openSeriesDesk(api.db);
  });
  afterAll(() => api.stop());

  const line = (more: object = {}) => ({
    description: 'Books {month}',
    qty: '1',
    taxCodeId: desk.taxCodeId,
    prices: [{ validFrom: monthStart(-24), unitPrice: '100' }],
    ...more,
  });
  const fieldsOf = (more: Partial<Fields> = {}): Fields => ({
    clientId: desk.clientId,
    entityId: desk.entityId,
    title: 'Bookkeeping {month}',
    rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1' },
    startsOn: monthStart(1),
    zone: 'UTC',
    mode: 'issue',
    currency: 'EUR',
    docLocale: 'en',
    lines: [line()],
    ...more,
  });

  return {
    get api() {
      return api;
    },
    get admin() {
      return admin;
    },
    get desk() {
      return desk;
    },
    line,
    fieldsOf,
    create: (more: Partial<Fields> = {}) => admin.call(recurringInvoices.create, fieldsOf(more)),
    runsOf: async (id: string) =>
      (await admin.call(recurringInvoices.runs, { id })).rows.map(
        ({ nominal, state }) => `${nominal} ${state}`,
      ),
  };
}
