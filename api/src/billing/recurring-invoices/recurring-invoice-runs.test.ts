import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { addDays } from '@daybook/contracts/plain-date';
import { makeEntity } from '../../../test/fixtures/masters.ts';
import { makersOf } from '../../start-series.ts';
import { findNextDays } from '../../recurrence/find-next-days.ts';
import { runSeries } from '../../recurrence/run-series.ts';
import { runSeriesUntil } from '../../../test/fixtures/series-fixture.ts';
import { monthStart, setUpRecurringInvoices } from '../../../test/fixtures/recurring-invoice-fixture.ts';

const at = setUpRecurringInvoices();
const { line, create, runsOf } = at;

describe('running a series early', () => {
  it('creates the next invoice once, even by concurrent requests, and the server does not create it again', async () => {
    const { id, version } = await create({ mode: 'draft' });
    const both = await Promise.all(
      [1, 2].map(() =>
        at.admin.call(recurringInvoices.runNow, { id }, { version }).then(
          () => 'made',
          () => 'refused',
        ),
      ),
    );
    expect(both.toSorted()).toEqual(['made', 'refused']);
    expect(await at.admin.call(recurringInvoices.open, { id })).toMatchObject({ nextOn: monthStart(2) });
    await runSeriesUntil(at.api.db, monthStart(1));
    expect(await runsOf(id)).toEqual([`${monthStart(1)} created`]);
    await runSeriesUntil(at.api.db, monthStart(2));
    expect(await runsOf(id)).toEqual([`${monthStart(2)} created`, `${monthStart(1)} created`]);
  });

  it('uses a moved date once, in order', async () => {
    const { id, version } = await create({ mode: 'draft' });
    const move = (dueOn: string) => ({ id, nominal: monthStart(2), dueOn, reason: 'audit' });
    for (const dueOn of [monthStart(1), monthStart(3)])
      expect((await at.admin.refused(recurringInvoices.move, move(dueOn), { version })).errors).toMatchObject(
        {
          dueOn: [{ code: 'DATE_RANGE' }],
        },
      );
    const early = addDays(monthStart(1), 9);
    await at.admin.call(recurringInvoices.move, move(early), { version });
    const { next } = await at.admin.call(recurringInvoices.upcomingInvoices, { id });
    expect(next.slice(0, 3).map(({ due, makeOn }) => [due, makeOn])).toEqual([
      [monthStart(1), monthStart(1)],
      [early, early],
      [monthStart(3), monthStart(3)],
    ]);
    await runSeriesUntil(at.api.db, monthStart(1));
    expect(await at.admin.call(recurringInvoices.open, { id })).toMatchObject({ nextOn: early });
    await runSeriesUntil(at.api.db, early);
    expect(await runsOf(id)).toEqual([`${monthStart(2)} created`, `${monthStart(1)} created`]);
  });

  it('leaves out a skipped invoice, as the preview shows, and completes the series with the last invoice', async () => {
    const prices = [0, 2].map((months) => ({
      validFrom: monthStart(months),
      unitPrice: String(100 + months * 50),
    }));
    const { id, version } = await create({ ends: 'count', endsAfter: 2, lines: [line({ prices })] });
    const skipped = await at.admin.call(
      recurringInvoices.skip,
      { id, nominal: monthStart(1), reason: 'holiday' },
      { version },
    );
    // The record shows the invoice that will be created next.
    const next = { nextOn: monthStart(2), nextAmount: 20_000 };
    expect(await at.admin.call(recurringInvoices.open, { id })).toMatchObject({
      ...next,
      nextPeriod: { from: monthStart(2), to: addDays(monthStart(3), -1) },
    });
    const { rows } = await at.admin.call(recurringInvoices.list, {
      filter: { clientId: at.fixture.clientId },
    });
    expect(rows).toMatchObject([{ id, ...next }]);
    await at.admin.call(recurringInvoices.runNow, { id }, { version: skipped.version });
    expect(await runsOf(id)).toEqual([`${monthStart(2)} created`, `${monthStart(1)} skipped`]);
    const over = await at.admin.call(recurringInvoices.open, { id });
    expect(over).toMatchObject({ status: 'completed', nextOn: null, hasMade: true });
    const again = await at.admin.refused(recurringInvoices.runNow, { id }, { version: over.version });
    expect(again.code).toBe('STATE_NOT_ALLOWED');
  });
});

const inZone = async (timezone: string): Promise<string> => {
  const id = await makeEntity(at.api.db);
  await at.api.db.updateTable('billingEntity').set({ timezone }).where('id', '=', id).execute();
  return id;
};

const dayIn = (timezone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(new Date());

describe('an entity on the other side of the date line', () => {
  // The two places never have the same date.
  it.each([
    ['Pacific/Kiritimati', 'Pacific/Pago_Pago'],
    ['Pacific/Pago_Pago', 'Pacific/Kiritimati'],
  ])('of a client in %s dates and issues its invoices in %s', async (ofClient, invoicing) => {
    await at.api.db
      .updateTable('client')
      .set({ defaultEntityId: await inZone(ofClient) })
      .where('id', '=', at.fixture.clientId)
      .execute();
    const here = dayIn(invoicing);
    const { id, zone } = await create({
      entityId: await inZone(invoicing),
      zone: ofClient,
      startsOn: here,
      rule: { rrule: 'FREQ=DAILY' },
    });
    expect(zone).toBe(invoicing);
    while ((await findNextDays(at.api.db)) > 0);
    await runSeries(at.api.db, { makers: makersOf(false), log: { warn: () => undefined }, clock: null });
    const made = await at.api.db
      .selectFrom('invoice')
      .select(['issueDate', 'number'])
      .where('seriesId', '=', id)
      .execute();
    expect(made).toEqual([{ issueDate: here, number: expect.stringMatching(/\d/) }]);
  });
});

describe('a failed run', () => {
  it('shows the reason, and can be repeated once the cause is removed', async () => {
    const { id } = await create();
    await at.api.db
      .updateTable('taxCode')
      .set({ active: false })
      .where('id', '=', at.fixture.taxCodeId)
      .execute();
    await runSeriesUntil(at.api.db, monthStart(1));
    const [failed] = (await at.admin.call(recurringInvoices.runs, { id, filter: { status: 'failed' } })).rows;
    expect(failed).toMatchObject({ attempts: 1, made: null, error: { code: 'INPUT_INVALID' } });
    await at.api.db
      .updateTable('taxCode')
      .set({ active: true })
      .where('id', '=', at.fixture.taxCodeId)
      .execute();
    const { version } = await at.admin.call(recurringInvoices.open, { id });
    await at.admin.call(recurringInvoices.make, { id, nominal: failed?.nominal ?? '' }, { version });
    expect(await runsOf(id)).toEqual([`${monthStart(1)} created`]);
  });

  it.each([
    ['active', 1],
    ['paused', 3],
  ])(
    'of the last date, repeated by hand, completes a series that is %s after %i tries',
    async (status, tries) => {
      const { id } = await create({ ends: 'count', endsAfter: 1 });
      const taxed = (active: boolean) =>
        at.api.db.updateTable('taxCode').set({ active }).where('id', '=', at.fixture.taxCodeId).execute();
      await taxed(false);
      for (let day = 0; day < tries; day += 1) await runSeriesUntil(at.api.db, addDays(monthStart(1), day));
      await taxed(true);
      expect(await at.admin.call(recurringInvoices.open, { id })).toMatchObject({ status });
      const { version } = await at.admin.call(recurringInvoices.open, { id });
      await at.admin.call(recurringInvoices.make, { id, nominal: monthStart(1) }, { version });
      while ((await findNextDays(at.api.db)) > 0);
      expect(await at.admin.call(recurringInvoices.open, { id })).toMatchObject({
        status: 'completed',
        nextOn: null,
      });
    },
  );

  it('has no price for its period yet, and creates nothing', async () => {
    const { id } = await create();
    await at.api.db
      .updateTable('recurringInvoicePrice')
      .set({ validFrom: '2100-01-01' })
      .where('seriesId', '=', id)
      .execute();
    const { rows } = await at.admin.call(recurringInvoices.list, {
      filter: { clientId: at.fixture.clientId },
    });
    expect(rows).toMatchObject([{ id, nextAmount: null }]);
    await runSeriesUntil(at.api.db, monthStart(1));
    expect(await runsOf(id)).toEqual([`${monthStart(1)} failed`]);
  });
});
