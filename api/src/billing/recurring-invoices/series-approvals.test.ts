import { invoiceApprovals } from '@daybook/contracts/billing/invoices/invoice-approvals';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { openSeriesFixture } from '../../../test/fixtures/series-fixture.ts';
import type { SeriesFixture } from '../../../test/fixtures/series-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { makersOf } from '../../start-series.ts';
import { findNextDays } from '../../recurrence/find-next-days.ts';
import { runSeries } from '../../recurrence/run-series.ts';

let api: TestApi;
let maker: Caller;
let fixture: SeriesFixture;

beforeAll(async () => {
  api = await startTestApi();
  maker = await api.as({ userType: 'super_admin' });
  fixture = await openSeriesFixture(api.db);
  await api.db
    .updateTable('billingEntity')
    .set({ invoiceApproval: true })
    .where('id', '=', fixture.entityId)
    .execute();
});
afterAll(() => api.stop());

const startsOn = firstOfMonth(monthNumber(new Date().toISOString().slice(0, 10)) + 1);
const termsAt = (unitPrice: string) => ({
  entityId: fixture.entityId,
  title: 'Bookkeeping {month}',
  rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1' },
  startsOn,
  zone: 'UTC',
  mode: 'issue' as const,
  currency: 'EUR' as const,
  docLocale: 'en' as const,
  lines: [
    {
      description: 'Books',
      qty: '1',
      taxCodeId: fixture.taxCodeId,
      prices: [{ validFrom: '2026-01-01', unitPrice }],
    },
  ],
});
const at = ({ id, version }: Invoice) => [{ id }, { version }] as const;

/** The draft that the series creates for its first date, without a person. */
async function draftOf(seriesId: string, day = startsOn): Promise<Invoice> {
  const clock = `${day}T12:00:00Z`;
  while ((await findNextDays(api.db, clock)) > 0);
  await runSeries(api.db, { makers: makersOf(false), log: { warn: () => undefined }, clock });
  const { id } = await api.db
    .selectFrom('invoice')
    .select('id')
    .where('seriesId', '=', seriesId)
    .executeTakeFirstOrThrow();
  return maker.call(invoices.open, { id });
}

it('nobody who created or changed a series approves its drafts; whoever only paused it may', async () => {
  const changer = await api.as({ userType: 'super_admin' });
  const partner = await api.as({ userType: 'super_admin' });
  const { id, version } = await maker.call(recurringInvoices.create, {
    ...termsAt('100'),
    clientId: fixture.clientId,
  });
  const changed = await changer.call(recurringInvoices.edit, { id, ...termsAt('120') }, { version });
  const paused = await partner.call(
    recurringInvoices.pause,
    { id, reason: 'Asked to wait' },
    { version: changed.version },
  );
  await partner.call(recurringInvoices.resume, { id }, { version: paused.version });

  const waiting = await draftOf(id);
  expect(waiting).toMatchObject({
    status: 'pending_approval',
    net: 12_000,
    approval: { isNeeded: true, isOthers: false },
  });
  for (const author of [maker, changer])
    expect((await author.refused(invoiceApprovals.approve, ...at(waiting))).code).toBe('APPROVER_IS_AUTHOR');
  expect(await partner.call(invoiceApprovals.approve, ...at(waiting))).toMatchObject({ status: 'approved' });
});

it('the creator of a series does not approve drafts of its successor, whoever created the successor', async () => {
  const changer = await api.as({ userType: 'super_admin' });
  const { id, version } = await maker.call(recurringInvoices.create, {
    ...termsAt('100'),
    clientId: fixture.clientId,
  });
  await draftOf(id);
  const next = await changer.call(
    recurringInvoices.edit,
    { id, ...termsAt('100'), title: 'Books {month}', from: firstOfMonth(monthNumber(startsOn) + 1) },
    { version },
  );
  const waiting = await draftOf(next.id, next.startsOn);
  for (const author of [maker, changer])
    expect((await author.refused(invoiceApprovals.approve, ...at(waiting))).code).toBe('APPROVER_IS_AUTHOR');
});
