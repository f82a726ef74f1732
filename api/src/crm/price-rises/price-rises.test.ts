import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { jobs } from '@daybook/contracts/jobs/jobs';
import { notifications } from '@daybook/contracts/notifications';
import { until } from '../../../test/series-runs.ts';
import { startRaising } from '../../../test/fixtures/price-rise-fixture.ts';
import type { Raising } from '../../../test/fixtures/price-rise-fixture.ts';

let firm: Raising;
beforeAll(async () => {
  firm = await startRaising();
});
afterAll(() => firm.api.stop());

const seriesOf = (subscription: { series: { id: string; kind: string }[] }) =>
  subscription.series.find(({ kind }) => kind === 'invoice')?.id ?? '';

describe('a price rise', () => {
  it('shows before anything is written what each price becomes, and writes exactly that', async () => {
    const one = await firm.series({
      lines: [firm.line('100'), firm.line('33.33', { qty: '3', discountPct: '10' })],
      discountPct: '5',
    });
    const rise = await firm.plan({ ids: [one.id], percentBp: 325, roundingStep: 5 });
    expect(rise).toMatchObject({ status: 'draft', planned: 2, leftOut: 0, done: 0 });
    const planned = await firm.rowsOf(rise.id);
    expect(planned).toMatchObject([
      {
        client: one.client,
        series: { id: one.id },
        status: 'planned',
        validFrom: '2030-07-01',
        isMoved: false,
        firstFrom: '2030-07-01',
        unitBefore: '100',
        unitAfter: '103.25',
        before: 100_00,
        after: 103_25,
        difference: 3_25,
        percentBp: 325,
        // Twelve invoices, less the discount of 5 %.
        yearMore: 37_08,
      },
      { unitBefore: '33.33', unitAfter: '34.4', before: 89_99, after: 92_88, difference: 2_89 },
    ]);
    expect(await firm.pricesOf(one.id)).toEqual([['2029-01-01 100'], ['2029-01-01 33.33']]);
    const total = await firm.admin.call(priceRises.itemsTotal, { id: rise.id });
    expect(total).toMatchObject({
      total: 2,
      sums: [
        { currency: 'EUR', prices: 2, clients: 1, yearBefore: 2165_88, yearAfter: 2235_96, yearMore: 70_08 },
      ],
    });

    expect(await firm.apply(rise)).toMatchObject({ status: 'applied', planned: 0, done: 2, refused: 0 });
    expect(await firm.pricesOf(one.id)).toEqual([
      ['2029-01-01 100', '2030-07-01 103.25'],
      ['2029-01-01 33.33', '2030-07-01 34.4'],
    ]);
    expect(await firm.rowsOf(rise.id)).toEqual(planned.map((row) => ({ ...row, status: 'done' })));
    await until(firm.api.db, '2030-07-01');
    const { rows } = await firm.api.ownerPool.query<{ day: string; price: string }>(
      `select invoice.service_from::text as day, line.unit_price::numeric(9, 2)::text as price from invoice_line line
         join invoice on invoice.id = line.invoice_id
       where invoice.client_id = $1 and line.no = 1 and service_from >= '2030-06-01' order by 1`,
      [one.client.id],
    );
    expect(rows).toEqual([
      { day: '2030-06-01', price: '100.00' },
      { day: '2030-07-01', price: '103.25' },
    ]);
  });

  it('raises a subscription from the first day of a period, and says that it moved the date', async () => {
    const one = await firm.subscribe(await firm.sell({ cycle: 'quarterly' }));
    const rise = await firm.plan({ ids: [seriesOf(one)], from: '2030-05-10' });
    expect(await firm.rowsOf(rise.id)).toMatchObject([
      {
        package: { label: one.package.label },
        subscriptionId: one.id,
        validFrom: '2030-07-01',
        isMoved: true,
        firstFrom: '2030-07-01',
        before: 250_00,
        after: 262_50,
        yearMore: 50_00,
      },
    ]);
    await firm.apply(rise);
    expect(await firm.admin.call(subscriptions.open, { id: one.id })).toMatchObject({
      prices: [
        { validFrom: '2030-01-01', price: 250_00 },
        { validFrom: '2030-07-01', price: 262_50 },
      ],
    });
    // Bookkeeping once, and payroll three times.
    expect(await firm.pricesOf(seriesOf(one))).toEqual([
      ['2030-01-01 150', '2030-07-01 157.5'],
      ['2030-01-01 33.333333', '2030-07-01 35'],
    ]);
  });

  it('raises a subscription once, although its series is chosen too, and finds all subscriptions of a package', async () => {
    const packageId = await firm.sell();
    const [one, other] = [await firm.subscribe(packageId), await firm.subscribe(packageId)];
    await firm.subscribe(await firm.sell());
    const rise = await firm.plan({ packageId, amount: 10_00, currency: 'EUR' });
    expect(rise.package).toMatchObject({ id: packageId });
    const rows = await firm.rowsOf(rise.id);
    expect(new Set(rows.map(({ subscriptionId }) => subscriptionId))).toEqual(new Set([one.id, other.id]));
    expect(rows).toMatchObject([
      { before: 250_00, after: 260_00 },
      { before: 250_00, after: 260_00 },
    ]);
    expect(await firm.apply(rise)).toMatchObject({ done: 2 });
    // The same plan once more: another price is agreed for that day now.
    const again = await firm.plan({ ids: [seriesOf(one)] });
    expect(await firm.rowsOf(again.id)).toMatchObject([{ leftOut: 'LATER_PRICE', leftOutOn: '2030-07-01' }]);
  });

  it('names what it leaves out with the reason, and raises none of it', async () => {
    const clientId = await firm.newClient();
    const mine = (more: object) => firm.series({ clientId, ...more });
    const later = [
      { validFrom: '2029-01-01', unitPrice: '100' },
      { validFrom: '2031-01-01', unitPrice: '120' },
    ];
    const mixed = await mine({
      title: 'A mixed',
      lines: [
        firm.line('100', { prices: later }),
        firm.line('100', { upliftPct: '3' }),
        firm.line('0'),
        firm.line('50', { qty: '-1' }),
        firm.line('0.10'),
        firm.line('80'),
      ],
    });
    const paused = await mine({ title: 'B paused' });
    await firm.admin.call(
      recurringInvoices.pause,
      { id: paused.id, reason: 'Rests' },
      { version: paused.version },
    );
    const ended = await mine({ title: 'C ended', ends: 'until', endsOn: '2030-06-30' });
    const foreign = await mine({ title: 'D foreign', currency: 'USD' });
    const ids = [mixed, paused, ended, foreign].map(({ id }) => id);
    const byAmount = await firm.plan({
      ids,
      amount: 5_00,
      currency: 'EUR',
      roundingStep: 500,
    });
    const reasons = async (id: string) =>
      (await firm.rowsOf(id)).map(({ series, leftOut, leftOutOn, after }) => [
        series.label.slice(0, 1),
        leftOut ?? after,
        leftOutOn,
      ]);
    expect(await reasons(byAmount.id)).toEqual([
      ['A', 'LATER_PRICE', '2031-01-01'],
      ['A', 'RISES_YEARLY', null],
      ['A', 'NO_PRICE', null],
      ['A', 'DEDUCTION', null],
      ['A', 5_00, null],
      ['A', 85_00, null],
      ['B', 'PAUSED', null],
      ['C', 'ENDED', null],
      ['D', 'OTHER_CURRENCY', null],
    ]);
    const byPercent = await firm.plan({ ids, percentBp: 500, roundingStep: 10 });
    expect((await reasons(byPercent.id)).slice(4)).toEqual([
      ['A', 'UNCHANGED', null],
      ['A', 84_00, null],
      ['B', 'PAUSED', null],
      ['C', 'ENDED', null],
      ['D', 105_00, null],
    ]);
    expect(await firm.rowsOf(byPercent.id, { leftOut: ['PAUSED', 'ENDED'] })).toHaveLength(2);
    expect(await firm.apply(byPercent)).toMatchObject({ leftOut: 7, done: 2 });
    expect((await firm.pricesOf(mixed.id)).map((prices) => prices.length)).toEqual([2, 1, 1, 1, 1, 2]);
    // A later price is kept: from 2031 on the line costs what was agreed before.
    expect((await firm.pricesOf(mixed.id))[0]).toEqual(['2029-01-01 100', '2031-01-01 120']);
  });

  it('leaves out what is billed already, with the first day that would do', async () => {
    const one = await firm.series();
    const sub = await firm.subscribe(await firm.sell());
    await until(firm.api.db, '2030-08-02');
    const rise = await firm.plan({ ids: [one.id, seriesOf(sub)], from: '2030-08-01' });
    expect(await firm.rowsOf(rise.id)).toMatchObject([
      { leftOut: 'PERIOD_BILLED', leftOutOn: '2030-09-01' },
      { leftOut: 'PERIOD_BILLED', leftOutOn: '2030-09-01' },
    ]);
    expect(
      await firm.admin.refused(priceRises.apply, { id: rise.id }, { version: rise.version }),
    ).toMatchObject({
      code: 'INPUT_INVALID',
      errors: { id: [{ code: 'REQUIRED' }] },
    });
  });

  it('lists clients who pay more than so many per cent more, with all that they pay, and those first', async () => {
    const [little, much] = [await firm.newClient(), await firm.newClient()];
    const [small, large] = [
      await firm.series({ clientId: much, lines: [firm.line('10')] }),
      await firm.series({ clientId: little, lines: [firm.line('1000'), firm.line('20')] }),
    ];
    const rise = await firm.plan({
      ids: [small.id, large.id],
      amount: 2_00,
      currency: 'EUR',
    });
    const { rows } = await firm.admin.call(priceRises.items, { id: rise.id, sort: '-clientPercent' });
    expect(rows.map((row) => [row.client.id, row.percentBp, row.clientPercentBp])).toEqual([
      [much, 2000, 2000],
      // 4 of 1,020; the line alone pays a tenth more.
      [little, 1000, 39],
      [little, 20, 39],
    ]);
    expect((await firm.rowsOf(rise.id, { aboveBp: 500 })).map(({ client }) => client.id)).toEqual([much]);
    expect(await firm.rowsOf(rise.id, { aboveBp: 2000 })).toEqual([]);
  });

  it('refuses what is neither by a percentage nor by an amount, and a selection without a series', async () => {
    const one = await firm.series();
    const errorsOf = async (more: object) =>
      (await firm.admin.refused(priceRises.create, { ids: [one.id], from: '2030-07-01', ...more })).errors;
    expect(await errorsOf({})).toMatchObject({ percent: [{ code: 'REQUIRED' }] });
    expect(await errorsOf({ percent: '5', amount: 5, currency: 'EUR' })).toMatchObject({
      amount: [{ code: 'EITHER_DISCOUNT' }],
    });
    expect(await errorsOf({ amount: 5 })).toMatchObject({ currency: [{ code: 'REQUIRED' }] });
    const gone = { ids: [crypto.randomUUID()], percent: '5' };
    expect(await errorsOf(gone)).toMatchObject({ ids: [{ code: 'REQUIRED' }] });
  });
});

describe('the plan of a price rise', () => {
  it('is applied once, however often it is sent, and its maker is told', async () => {
    const one = await firm.series();
    const rise = await firm.plan({ ids: [one.id] });
    const sent = await Promise.allSettled(
      [1, 2, 3].map(() => firm.admin.call(priceRises.apply, { id: rise.id }, { version: rise.version })),
    );
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await firm.work();
    expect(await firm.admin.call(priceRises.open, { id: rise.id })).toMatchObject({
      status: 'applied',
      done: 1,
    });
    expect(await firm.pricesOf(one.id)).toEqual([['2029-01-01 100', '2030-07-01 105']]);
    const { rows } = await firm.admin.call(notifications.list, {});
    expect(rows[0]).toMatchObject({
      kind: 'prices_raised',
      params: { done: 1, refused: 0 },
      record: { kind: 'price_rise', id: rise.id },
    });
  });

  it('of two at once for the same price, one is written, and the other says that the series has changed', async () => {
    const one = await firm.series();
    const rises = [await firm.plan({ ids: [one.id] }), await firm.plan({ ids: [one.id], percentBp: 1000 })];
    for (const { id, version } of rises) await firm.admin.call(priceRises.apply, { id }, { version });
    await Promise.all([firm.work(), firm.work()]);
    const outcomes = await Promise.all(rises.map(async ({ id }) => (await firm.rowsOf(id))[0]));
    expect(new Set(outcomes.map((row) => row?.status))).toEqual(new Set(['done', 'refused']));
    expect(outcomes.find((row) => row?.status === 'refused')?.refusal).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
    expect((await firm.pricesOf(one.id))[0]).toHaveLength(2);
  });

  it('does not write a price that a person has changed since, nor one whose period was billed meanwhile', async () => {
    const [edited, billed] = [await firm.series(), await firm.series()];
    const rise = await firm.plan({ ids: [edited.id, billed.id] });
    const { client: _client, ...fields } = await firm.admin.call(recurringInvoices.open, { id: edited.id });
    await firm.admin.call(
      recurringInvoices.edit,
      {
        id: edited.id,
        entityId: fields.entity.id,
        title: fields.title,
        rule: { rrule: fields.rrule },
        startsOn: fields.startsOn,
        zone: 'UTC',
        mode: 'draft',
        currency: 'EUR',
        docLocale: 'en',
        lines: [firm.line('200')],
      },
      { version: edited.version },
    );
    await firm.api.ownerPool.query(
      `insert into series_run (series_id, nominal_date, status, due_on, period_from, period_to)
       values ($1, '2030-07-01', 'created', '2030-07-01', '2030-07-01', '2030-07-31')`,
      [billed.id],
    );
    expect(await firm.apply(rise)).toMatchObject({ done: 0, refused: 2 });
    const refusals = new Map(
      (await firm.rowsOf(rise.id)).map(({ series, refusal }) => [series.id, refusal?.code]),
    );
    expect(refusals.get(edited.id)).toBe('VERSION_CONFLICT');
    expect(refusals.get(billed.id)).toBe('INPUT_INVALID');
    expect(await firm.pricesOf(edited.id)).toEqual([['2029-01-01 200']]);
    expect(await firm.pricesOf(billed.id)).toEqual([['2029-01-01 100']]);
  });

  it('can be deleted until it is applied', async () => {
    const one = await firm.series();
    const rise = await firm.plan({ ids: [one.id] });
    const version = rise.version;
    await firm.admin.call(priceRises.remove, { id: rise.id }, { version });
    expect(await firm.admin.refused(priceRises.open, { id: rise.id })).toMatchObject({ code: 'NOT_FOUND' });
    const applied = await firm.apply(await firm.plan({ ids: [one.id] }));
    expect(
      await firm.admin.refused(priceRises.remove, { id: applied.id }, { version: applied.version }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
  });
});

describe('the undoing of a price rise', () => {
  it('undoes every price that is not billed yet, and says of the others why not', async () => {
    const [ahead, behind] = [await firm.series({ startsOn: '2031-01-01' }), await firm.series()];
    const sub = await firm.subscribe(await firm.sell(), { startsOn: '2030-01-01' });
    const ids = [ahead.id, behind.id, seriesOf(sub)];
    const rise = await firm.apply(await firm.plan({ ids, from: '2031-03-01' }));
    expect(rise.done).toBe(3);
    await firm.api.ownerPool.query(
      `insert into series_run (series_id, nominal_date, status, due_on, period_from, period_to)
       values ($1, '2031-03-01', 'created', '2031-03-01', '2031-03-01', '2031-03-31')`,
      [behind.id],
    );
    await firm.admin.call(priceRises.undo, { id: rise.id }, { version: rise.version });
    await firm.work();
    expect(await firm.admin.call(priceRises.open, { id: rise.id })).toMatchObject({
      status: 'undone',
      undone: 2,
      done: 1,
    });
    expect(await firm.pricesOf(ahead.id)).toEqual([['2029-01-01 100']]);
    expect(await firm.pricesOf(behind.id)).toEqual([['2029-01-01 100', '2031-03-01 105']]);
    expect(await firm.admin.call(subscriptions.open, { id: sub.id })).toMatchObject({
      prices: [{ validFrom: '2030-01-01', price: 250_00 }],
    });
    expect((await firm.rowsOf(rise.id, { status: 'done' }))[0]).toMatchObject({
      series: { id: behind.id },
      refusal: { code: 'PRICE_RISE_BILLED' },
    });
    const item = (await firm.rowsOf(rise.id, { status: 'done' }))[0]?.id ?? '';
    expect(await firm.admin.refused(priceRises.undoItem, { id: rise.id, itemId: item })).toMatchObject({
      code: 'PRICE_RISE_BILLED',
    });
  });

  it('is started once, however often it is sent, and leaves each series and subscription exactly as it was', async () => {
    const one = await firm.series({ lines: [firm.line('99.95'), firm.line('33.333333', { qty: '3' })] });
    const sub = await firm.subscribe(await firm.sell({ cycle: 'quarterly' }));
    const all = async () => {
      const series = await Promise.all(
        [one.id, seriesOf(sub)].map((id) => firm.admin.call(recurringInvoices.open, { id })),
      );
      return [...series, await firm.admin.call(subscriptions.open, { id: sub.id })].map(
        ({ version: _version, ...rest }) => rest,
      );
    };
    const before = await all();
    const rise = await firm.apply(
      await firm.plan({ ids: [one.id, seriesOf(sub)], percentBp: 333, roundingStep: 5 }),
    );
    expect(rise).toMatchObject({ done: 3 });
    expect(await all()).not.toEqual(before);
    const sent = await Promise.allSettled(
      [1, 2, 3].map(() => firm.admin.call(priceRises.undo, { id: rise.id }, { version: rise.version })),
    );
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await Promise.all([firm.work(), firm.work()]);
    expect(await all()).toEqual(before);
    const undone = await firm.admin.call(priceRises.open, { id: rise.id });
    expect(undone).toMatchObject({ status: 'undone', done: 0, undone: 3 });
    expect(
      await firm.admin.refused(priceRises.undo, { id: rise.id }, { version: undone.version }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
  });

  it('undoes one price and leaves the others, once', async () => {
    const one = await firm.series({ lines: [firm.line('100'), firm.line('50')] });
    const rise = await firm.apply(await firm.plan({ ids: [one.id] }));
    const [first] = await firm.rowsOf(rise.id);
    const undo = () => firm.admin.call(priceRises.undoItem, { id: rise.id, itemId: first?.id ?? '' });
    const both = await Promise.allSettled([undo(), undo()]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await firm.pricesOf(one.id)).toEqual([['2029-01-01 100'], ['2029-01-01 50', '2030-07-01 52.5']]);
    expect(await firm.rowsOf(rise.id)).toMatchObject([{ status: 'undone' }, { status: 'done' }]);
  });

  it('keeps the price that somebody has agreed since', async () => {
    const sub = await firm.subscribe(await firm.sell());
    const rise = await firm.apply(await firm.plan({ ids: [seriesOf(sub)] }));
    const { version } = await firm.admin.call(subscriptions.open, { id: sub.id });
    await firm.admin.call(
      subscriptions.changePrice,
      { id: sub.id, from: '2030-07-01', price: 300_00 },
      { version },
    );
    const [row] = await firm.rowsOf(rise.id);
    expect(
      await firm.admin.refused(priceRises.undoItem, { id: rise.id, itemId: row?.id ?? '' }),
    ).toMatchObject({ code: 'PRICE_CHANGED_SINCE' });
    expect((await firm.admin.call(subscriptions.open, { id: sub.id })).prices).toMatchObject([
      {},
      { price: 300_00 },
    ]);
  });

  it('stops a rise that is still being written', async () => {
    const one = await firm.series();
    const rise = await firm.plan({ ids: [one.id] });
    const { id: job } = await firm.admin.call(priceRises.apply, { id: rise.id }, { version: rise.version });
    const running = await firm.admin.call(priceRises.open, { id: rise.id });
    expect(running).toMatchObject({ status: 'running', waiting: 1 });
    await firm.admin.call(priceRises.undo, { id: rise.id }, { version: running.version });
    await firm.work();
    expect(await firm.admin.call(priceRises.open, { id: rise.id })).toMatchObject({
      status: 'undone',
      done: 0,
    });
    expect(await firm.pricesOf(one.id)).toEqual([['2029-01-01 100']]);
    expect((await firm.admin.call(jobs.items, { id: job })).rows).toMatchObject([
      {
        status: 'refused',
        subject: { kind: 'recurring_invoice', id: one.id },
        refusal: { code: 'STATE_NOT_ALLOWED' },
      },
    ]);
  });
});

describe('who raises prices', () => {
  it('needs the permission for packages where subscriptions are raised', async () => {
    const sub = await firm.subscribe(await firm.sell());
    const one = await firm.series();
    const editor = await firm.api.as({ userType: 'admin', scope: 'all', keys: ['recurring_invoices.edit'] });
    const rise = await firm.plan({ ids: [seriesOf(sub), one.id] }, editor);
    expect(rise).toMatchObject({ planned: 1, leftOut: 1 });
    expect(await firm.rowsOf(rise.id, { status: 'leftOut' }, editor)).toMatchObject([
      { leftOut: 'NEEDS_PACKAGES' },
    ]);
    expect(
      await editor.refused(priceRises.create, {
        packageId: sub.package.id,
        percent: '5',
        from: '2030-07-01',
      }),
    ).toMatchObject({ code: 'PERM_DENIED', errors: { packageId: [{ code: 'PERM_DENIED' }] } });
    // Somebody else's plan does not help.
    const whole = await firm.plan({ ids: [seriesOf(sub), one.id] });
    expect(await firm.apply(whole, editor)).toMatchObject({ done: 1, refused: 1 });
    expect(await firm.rowsOf(whole.id, { status: 'refused' })).toMatchObject([
      { refusal: { code: 'PERM_DENIED' } },
    ]);
  });

  it('reaches the clients in scope, and sees only their part of a rise', async () => {
    const [mine, other] = [await firm.series(), await firm.series()];
    const person = await firm.api.as({
      userType: 'crm',
      scope: 'own',
      keys: ['recurring_invoices.edit', 'packages'],
    });
    await firm.api.ownerPool.query('update client set crm_id = $1 where id = $2', [
      person.id,
      mine.client.id,
    ]);
    const whole = await firm.plan({ ids: [mine.id, other.id] });
    expect(await person.call(priceRises.open, { id: whole.id })).toMatchObject({ planned: 1 });
    expect((await firm.rowsOf(whole.id, {}, person)).map(({ series }) => series.id)).toEqual([mine.id]);
    expect(await person.call(priceRises.itemsTotal, { id: whole.id })).toMatchObject({ total: 1 });
    const foreign = await firm.plan({ ids: [other.id] });
    expect(await person.refused(priceRises.open, { id: foreign.id })).toMatchObject({ code: 'NOT_FOUND' });
    expect(
      await person.refused(priceRises.apply, { id: foreign.id }, { version: foreign.version }),
    ).toMatchObject({ code: 'NOT_FOUND' });
    expect((await person.call(priceRises.list, { pageSize: 100 })).rows.map(({ id }) => id)).not.toContain(
      foreign.id,
    );
    expect(await firm.apply(whole, person)).toMatchObject({ done: 1 });
    expect(await firm.pricesOf(other.id)).toEqual([['2029-01-01 100']]);
    expect(await firm.admin.call(priceRises.open, { id: whole.id })).toMatchObject({ done: 1, refused: 1 });
  });
});
