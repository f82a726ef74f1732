import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import type { InputOf } from '@daybook/contracts/endpoint';
import { history } from '@daybook/contracts/history';
import { addDays, firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { makeEntity } from '../../../test/desks/masters.ts';
import { openSeriesDesk } from '../../../test/desks/series-desk.ts';
import type { SeriesDesk } from '../../../test/desks/series-desk.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { makersOf } from '../../keep-running-series.ts';
import { findNextDays } from '../../recurrence/find-next-days.ts';
import { runSeries } from '../../recurrence/run-series.ts';

type Fields = InputOf<typeof recurringInvoices.create>;

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

/** Days count from today, so that what is past and to come stays so. */
const today = new Date().toISOString().slice(0, 10);
const monthStart = (months: number): string => firstOfMonth(monthNumber(today) + months);

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

const create = (more: Partial<Fields> = {}) => admin.call(recurringInvoices.create, fieldsOf(more));
const editOf = (more: Partial<Fields> = {}) => {
  const { clientId: _clientId, ...fields } = fieldsOf(more);
  return fields;
};
const runsOf = async (id: string) =>
  (await admin.call(recurringInvoices.runs, { id })).rows.map(({ nominal, state }) => `${nominal} ${state}`);

async function until(day: string): Promise<void> {
  const clock = `${day}T12:00:00Z`;
  while ((await findNextDays(api.db, clock)) > 0);
  const run = { makers: makersOf(false), log: { warn: () => undefined }, clock };
  while ((await runSeries(api.db, run)) > 0);
}

describe('what a series will say', () => {
  it('is told with dated prices, their growth, taxes, and who would miss it', async () => {
    const terms = fieldsOf({
      mode: 'issue_send',
      lines: [
        line({
          qty: '2',
          upliftPct: '10',
          prices: [
            { validFrom: monthStart(-5), unitPrice: '100' },
            { validFrom: monthStart(30), unitPrice: '500' },
          ],
        }),
      ],
      rule: { rrule: 'FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=1' },
    });
    const { next, missed, warnings, currency, refusals } = await admin.call(recurringInvoices.foresee, terms);
    expect({ missed, warnings, currency, refusals }).toEqual({
      missed: [],
      warnings: ['MAIL_NOT_SET_UP'],
      currency: 'EUR',
      refusals: {},
    });
    expect(next).toHaveLength(12);
    // Half-years are of the fiscal year: which one the first begins in does not matter to the price.
    const priceAt = (periodFrom: string) => {
      if (periodFrom >= monthStart(30)) return periodFrom >= monthStart(42) ? 550 : 500;
      const years = Math.floor((monthNumber(periodFrom) - monthNumber(today) + 5) / 12);
      return years >= 2 ? 121 : years >= 1 ? 110 : 100;
    };
    for (const one of next.filter(({ periodFrom }) => periodFrom < monthStart(54))) {
      const net = 2 * 100 * priceAt(one.periodFrom);
      expect(one).toMatchObject({ net, tax: net / 5, payable: net + net / 5, due: one.nominal });
      expect(one.lines[0]?.description).toMatch(/^Books \w+ \d{4}$/);
      expect(one.dueDate).toBe(addDays(one.makeOn, 30));
    }
    await api.db.deleteFrom('clientContact').where('clientId', '=', desk.clientId).execute();
    await api.db
      .updateTable('billingEntity')
      .set({ invoiceApproval: true })
      .where('id', '=', desk.entityId)
      .execute();
    const abroad = await admin.call(recurringInvoices.foresee, { ...terms, currency: 'NOK' });
    expect(abroad.warnings.toSorted()).toEqual([
      'ADDRESSEE_MISSING',
      'APPROVAL_NEEDED',
      'MAIL_NOT_SET_UP',
      'RATE_MISSING',
    ]);
  });

  it('is in the language of the series and by the fiscal year of its own billing entity, not of its client’s', async () => {
    const entityId = await makeEntity(api.db);
    await api.db.updateTable('billingEntity').set({ fyStart: '02-01' }).where('id', '=', entityId).execute();
    const terms = fieldsOf({
      entityId,
      docLocale: 'fr',
      rule: { rrule: 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1' },
      lines: [line({ description: '{month} {quarter}' })],
    });
    const { next } = await admin.call(recurringInvoices.foresee, terms);
    const made = await admin.call(recurringInvoices.create, terms);
    expect((await admin.call(recurringInvoices.foreseen, { id: made.id })).next).toEqual(next);
    const written = next.slice(0, 4).map(({ periodTo, lines }) => {
      const quarter = ['04', '07', '10', '01'].indexOf(periodTo.slice(5, 7)) + 1;
      const month = new Intl.DateTimeFormat('fr', { timeZone: 'UTC', month: 'long', year: 'numeric' });
      return [lines[0]?.description, `${month.format(new Date(periodTo))} Q${quarter}`];
    });
    for (const [said, expected] of written) expect(said).toBe(expected);
    await admin.call(recurringInvoices.runNow, { id: made.id }, { version: made.version });
    const [run] = (await admin.call(recurringInvoices.runs, { id: made.id })).rows;
    const invoice = await admin.call(invoices.open, { id: run?.made?.id ?? '' });
    expect(invoice.lines[0]?.description).toBe(next[0]?.lines[0]?.description);
    expect(invoice.serviceTo).toBe(next[0]?.periodTo);
  });

  it('is refused on its field', async () => {
    const refusedOf = async (more: Partial<Fields>) =>
      Object.entries((await admin.refused(recurringInvoices.create, fieldsOf(more))).errors).map(
        ([field, [fault]]) => `${field} ${fault?.code}`,
      );
    const id = crypto.randomUUID();
    expect(await refusedOf({ lines: [line({ taxCodeId: id })] })).toEqual([
      'lines.0.taxCodeId REFERENCE_UNKNOWN',
    ]);
    expect(await refusedOf({ lines: [line({ prices: [] })] })).toEqual(['lines.0.prices TOO_FEW']);
    const twice = { validFrom: today, unitPrice: '1' };
    expect(await refusedOf({ lines: [line({ prices: [twice, twice] })] })).toEqual([
      'lines.0.prices PRICE_TWICE',
    ]);
    const later = [{ validFrom: monthStart(2), unitPrice: '1' }];
    expect(await refusedOf({ lines: [line(), line({ prices: later })] })).toEqual([
      'lines.1.prices.0.validFrom PRICE_NOT_YET',
    ]);
    expect(await refusedOf({ lines: [line({ qty: '-1' })] })).toEqual(['lines TOTAL_NEGATIVE']);
    expect(await refusedOf({ title: 'Books {moon}' })).toEqual(['title TOKEN_UNKNOWN']);
    expect(await refusedOf({ ends: 'until', endsOn: monthStart(0) })).toEqual(['endsOn ENDS_BEFORE_FIRST']);
    expect(await refusedOf({ clientId: id })).toEqual(['clientId REFERENCE_UNKNOWN']);
    expect(await refusedOf({ create: [monthStart(0)] })).toEqual(['create NOT_A_CHOICE']);
    const daily = { rrule: 'FREQ=DAILY' };
    const old = { rule: daily, startsOn: '1990-01-01' };
    expect(await refusedOf(old)).toEqual(['startsOn STARTS_TOO_EARLY']);
    // Before what lies behind is looked for.
    const foreseen = await admin.refused(recurringInvoices.foresee, fieldsOf(old));
    expect(foreseen.errors['startsOn']?.[0]?.code).toBe('STARTS_TOO_EARLY');
    expect((await admin.call(recurringInvoices.list, { filter: { clientId: desk.clientId } })).rows).toEqual(
      [],
    );
  });
});

describe('a new series', () => {
  it('invoices of the past what is chosen, of its own period and on today’s date', async () => {
    const start = monthStart(-3);
    const made = await create({
      startsOn: start,
      create: [monthStart(-2)],
      rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1', periodOffset: -1 },
    });
    const { rows } = await admin.call(recurringInvoices.runs, { id: made.id });
    const past = rows.filter(({ nominal }) => nominal < monthStart(0));
    expect(past.map(({ nominal, state, reason }) => [nominal, state, reason])).toEqual([
      [monthStart(-1), 'skipped', 'NOT_WANTED'],
      [monthStart(-2), 'created', null],
      [start, 'skipped', 'NOT_WANTED'],
    ]);
    const invoice = await admin.call(invoices.open, { id: past[1]?.made?.id ?? '' });
    expect(invoice).toMatchObject({
      issueDate: today,
      serviceFrom: start,
      serviceTo: addDays(monthStart(-2), -1),
      status: 'issued',
      payable: 12_000,
      series: { id: made.id, label: made.title },
    });
    expect(past[1]?.made).toEqual({
      id: invoice.id,
      label: invoice.number,
      status: 'issued',
      amount: { minor: 12_000, currency: 'EUR' },
    });
  });

  it('that is over already is completed', async () => {
    const made = await create({ startsOn: monthStart(-3), ends: 'until', endsOn: monthStart(-1) });
    expect(made).toMatchObject({ state: 'completed', nextOn: null, nextAmount: null });
  });

  it('is listed, found by its client and its name, counted and filtered', async () => {
    const made = await create({ title: 'Payroll {month}', lines: [line({ discountPct: '10' })] });
    await admin.call(recurringInvoices.pause, { id: (await create()).id, reason: 'waits' }, { version: 1 });
    const of = async (filter: InputOf<typeof recurringInvoices.list>['filter'], q?: string) =>
      (await admin.call(recurringInvoices.list, { q, filter: { clientId: desk.clientId, ...filter } })).rows;
    expect(await of({})).toHaveLength(2);
    expect(await of({ state: 'active' }, 'payroll')).toMatchObject([
      { id: made.id, nextOn: monthStart(1), nextAmount: 9_000, currency: 'EUR', mode: 'issue' },
    ]);
    expect(await of({ pausedFor: 'person' })).toMatchObject([
      { state: 'paused', nextOn: null, nextAmount: null },
    ]);
    expect(await of({ mode: 'draft' })).toEqual([]);
    expect(await of({ entityId: desk.entityId }, made.client.label)).toHaveLength(2);
    const count = await admin.call(recurringInvoices.total, { filter: { clientId: desk.clientId } });
    expect(count).toEqual({ total: 2, isCapped: false });
  });
});

const bodyOf = ({ httpStatus, errors }: Awaited<ReturnType<Caller['refused']>>) => [
  httpStatus,
  errors['mode']?.[0]?.code,
];

describe('a series that issues', () => {
  const denied = [403, 'PERM_DENIED'];

  it('is made, changed and run only by who may issue by hand, and one that sends by who may send', async () => {
    const drafter = await api.as({ keys: allBut('invoices.add') });
    const issuer = await api.as({ keys: allBut('invoices.edit') });
    const draft = await drafter.call(recurringInvoices.create, fieldsOf({ mode: 'draft' }));
    await drafter.call(recurringInvoices.runNow, { id: draft.id }, { version: draft.version });
    for (const mode of ['issue', 'issue_send'] as const) {
      expect(bodyOf(await drafter.refused(recurringInvoices.create, fieldsOf({ mode })))).toEqual(denied);
      const edit = { id: draft.id, ...editOf({ mode }) };
      expect(bodyOf(await drafter.refused(recurringInvoices.edit, edit, { version: 2 }))).toEqual(denied);
    }
    const sends = fieldsOf({ mode: 'issue_send' });
    expect(bodyOf(await issuer.refused(recurringInvoices.create, sends))).toEqual(denied);
    const { id, version } = await issuer.call(recurringInvoices.create, fieldsOf());

    const at = { version };
    expect(bodyOf(await drafter.refused(recurringInvoices.runNow, { id }, at))).toEqual(denied);
    const made = { id, nominal: monthStart(1) };
    expect(bodyOf(await drafter.refused(recurringInvoices.make, made, at))).toEqual(denied);
    const resumed = { id, create: [monthStart(1)] };
    expect(bodyOf(await drafter.refused(recurringInvoices.resume, resumed, at))).toEqual(denied);
    const paused = await drafter.call(recurringInvoices.pause, { id, reason: 'waits' }, at);
    await drafter.call(recurringInvoices.resume, { id }, paused);
    expect(await runsOf(id)).toEqual([]);
  });
});

describe('running ahead of its day', () => {
  it('makes the next one once, whoever asks at the same time, and the machine does not make it again', async () => {
    const { id, version } = await create({ mode: 'draft' });
    const both = await Promise.all(
      [1, 2].map(() =>
        admin.call(recurringInvoices.runNow, { id }, { version }).then(
          () => 'made',
          () => 'refused',
        ),
      ),
    );
    expect(both.toSorted()).toEqual(['made', 'refused']);
    expect(await admin.call(recurringInvoices.open, { id })).toMatchObject({ nextOn: monthStart(2) });
    await until(monthStart(1));
    expect(await runsOf(id)).toEqual([`${monthStart(1)} created`]);
    await until(monthStart(2));
    expect(await runsOf(id)).toEqual([`${monthStart(2)} created`, `${monthStart(1)} created`]);
  });

  it('goes out on another day for once, in its turn', async () => {
    const { id, version } = await create({ mode: 'draft' });
    const move = (dueOn: string) => ({ id, nominal: monthStart(2), dueOn, reason: 'audit' });
    for (const dueOn of [monthStart(1), monthStart(3)])
      expect((await admin.refused(recurringInvoices.move, move(dueOn), { version })).errors).toMatchObject({
        dueOn: [{ code: 'DATE_RANGE' }],
      });
    const early = addDays(monthStart(1), 9);
    await admin.call(recurringInvoices.move, move(early), { version });
    const { next } = await admin.call(recurringInvoices.foreseen, { id });
    expect(next.slice(0, 3).map(({ due, makeOn }) => [due, makeOn])).toEqual([
      [monthStart(1), monthStart(1)],
      [early, early],
      [monthStart(3), monthStart(3)],
    ]);
    await until(monthStart(1));
    expect(await admin.call(recurringInvoices.open, { id })).toMatchObject({ nextOn: early });
    await until(early);
    expect(await runsOf(id)).toEqual([`${monthStart(2)} created`, `${monthStart(1)} created`]);
  });

  it('leaves out what was skipped, as was told before, and completes the series with its last', async () => {
    const prices = [0, 2].map((months) => ({
      validFrom: monthStart(months),
      unitPrice: String(100 + months * 50),
    }));
    const { id, version } = await create({ ends: 'count', endsAfter: 2, lines: [line({ prices })] });
    const skipped = await admin.call(
      recurringInvoices.skip,
      { id, nominal: monthStart(1), reason: 'holiday' },
      { version },
    );
    // Whoever asks is told of the one that will be made.
    const next = { nextOn: monthStart(2), nextAmount: 20_000 };
    expect(await admin.call(recurringInvoices.open, { id })).toMatchObject({
      ...next,
      nextPeriod: { from: monthStart(2), to: addDays(monthStart(3), -1) },
    });
    const { rows } = await admin.call(recurringInvoices.list, { filter: { clientId: desk.clientId } });
    expect(rows).toMatchObject([{ id, ...next }]);
    await admin.call(recurringInvoices.runNow, { id }, { version: skipped.version });
    expect(await runsOf(id)).toEqual([`${monthStart(2)} created`, `${monthStart(1)} skipped`]);
    const over = await admin.call(recurringInvoices.open, { id });
    expect(over).toMatchObject({ state: 'completed', nextOn: null, hasMade: true });
    const again = await admin.refused(recurringInvoices.runNow, { id }, { version: over.version });
    expect(again.code).toBe('STATE_NOT_ALLOWED');
  });
});

const inZone = async (timezone: string): Promise<string> => {
  const id = await makeEntity(api.db);
  await api.db.updateTable('billingEntity').set({ timezone }).where('id', '=', id).execute();
  return id;
};
const dayIn = (timezone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(new Date());

describe('an entity on the other side of the date line', () => {
  // Between the two it is always another day.
  it.each([
    ['Pacific/Kiritimati', 'Pacific/Pago_Pago'],
    ['Pacific/Pago_Pago', 'Pacific/Kiritimati'],
  ])('of a client in %s dates and issues its invoices in %s', async (ofClient, invoicing) => {
    await api.db
      .updateTable('client')
      .set({ defaultEntityId: await inZone(ofClient) })
      .where('id', '=', desk.clientId)
      .execute();
    const here = dayIn(invoicing);
    const { id, zone } = await create({
      entityId: await inZone(invoicing),
      zone: ofClient,
      startsOn: here,
      rule: { rrule: 'FREQ=DAILY' },
    });
    expect(zone).toBe(invoicing);
    while ((await findNextDays(api.db)) > 0);
    await runSeries(api.db, { makers: makersOf(false), log: { warn: () => undefined }, clock: null });
    const made = await api.db
      .selectFrom('invoice')
      .select(['issueDate', 'number'])
      .where('seriesId', '=', id)
      .execute();
    expect(made).toEqual([{ issueDate: here, number: expect.stringMatching(/\d/) }]);
  });
});

describe('an edit', () => {
  it('of prices holds for periods to come; what was issued stays, and the trail says what changed', async () => {
    const { id, version } = await create();
    const { version: ran } = await admin.call(recurringInvoices.runNow, { id }, { version });
    const [first] = (await admin.call(recurringInvoices.runs, { id })).rows;
    const prices = [
      { validFrom: monthStart(-24), unitPrice: '100' },
      { validFrom: monthStart(3), unitPrice: '130' },
    ];
    const edited = await admin.call(
      recurringInvoices.edit,
      { id, ...editOf({ lines: [line({ prices })], mode: 'draft' }) },
      { version: ran },
    );
    expect(edited).toMatchObject({ id, version: ran + 1, mode: 'draft', nextOn: monthStart(2) });
    const { next } = await admin.call(recurringInvoices.foreseen, { id });
    expect(next.slice(0, 3).map(({ nominal, net }) => [nominal, net])).toEqual([
      [monthStart(2), 10_000],
      [monthStart(3), 13_000],
      [monthStart(4), 13_000],
    ]);
    expect(await admin.call(invoices.open, { id: first?.made?.id ?? '' })).toMatchObject({ payable: 12_000 });
    const { events } = await admin.call(history.of, { kind: 'recurring_invoice', id });
    const [last] = events;
    expect(last?.action).toBe('recurring_invoices.edit');
    expect(last?.changes.map(({ field }) => field)).toEqual(['mode']);
    expect(last?.parts).toMatchObject([{ part: 'price', step: 'added' }]);
    expect(events.map(({ action }) => action)).toEqual([
      'recurring_invoices.edit',
      'recurring_invoices.runNow',
      'recurring_invoices.create',
    ]);
    const stale = await admin.refused(recurringInvoices.edit, { id, ...editOf() }, { version: ran });
    expect(stale).toMatchObject({ code: 'VERSION_CONFLICT', data: { id, mode: 'draft' } });
  });

  it('of the rule goes on as another series from a day on, once it has run', async () => {
    const { id, version } = await create({ mode: 'draft' });
    const { version: ran } = await admin.call(recurringInvoices.runNow, { id }, { version });
    const quarterly = { rrule: 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15' };
    const edit = { id, ...editOf({ mode: 'draft', rule: quarterly, ends: 'count', endsAfter: 4 }) };
    const without = await admin.refused(recurringInvoices.edit, edit, { version: ran });
    expect(without.errors['from']?.[0]?.code).toBe('REQUIRED');
    const behind = await admin.refused(
      recurringInvoices.edit,
      { ...edit, from: monthStart(1) },
      { version: ran },
    );
    expect(behind.errors['from']?.[0]?.code).toBe('FROM_BEHIND');
    const moved = { id, ...editOf({ startsOn: monthStart(2) }) };
    expect((await admin.refused(recurringInvoices.edit, moved, { version: ran })).code).toBe(
      'SERIES_HAS_RUN',
    );

    const beside = { id, ...editOf({ mode: 'draft' }), from: addDays(monthStart(3), 9) };
    expect((await admin.refused(recurringInvoices.edit, beside, { version: ran })).errors).toEqual({
      from: [{ code: 'NOT_A_CHOICE', params: {} }],
    });

    const next = await admin.call(recurringInvoices.edit, { ...edit, from: monthStart(3) }, { version: ran });
    expect(next).toMatchObject({
      startsOn: monthStart(3),
      predecessor: { id },
      rrule: quarterly.rrule,
      state: 'active',
      endsAfter: 4,
      hasRun: false,
      nextOn: addDays(monthStart(3), 14),
    });
    const before = await admin.call(recurringInvoices.open, { id });
    expect(before).toMatchObject({
      state: 'active',
      endsOn: addDays(monthStart(3), -1),
      successor: { id: next.id },
      nextOn: monthStart(2),
    });
    await until(monthStart(5));
    expect(await runsOf(id)).toEqual([`${monthStart(2)} created`, `${monthStart(1)} created`]);
    expect(await runsOf(next.id)).toEqual([`${addDays(monthStart(3), 14)} created`]);
    expect(await admin.call(recurringInvoices.open, { id })).toMatchObject({ state: 'completed' });
    const over = await admin.refused(recurringInvoices.edit, edit, { version: before.version });
    expect(over.code).toBe('STATE_NOT_ALLOWED');
  });

  it('before anything was made changes its first day and its rule in place', async () => {
    const { id, version } = await create();
    const edited = await admin.call(
      recurringInvoices.edit,
      { id, ...editOf({ startsOn: monthStart(-2), rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1' } }) },
      { version },
    );
    expect(edited).toMatchObject({ id, startsOn: monthStart(-2), state: 'active' });
    const runs = await runsOf(id);
    expect(runs).toHaveLength(2);
    expect(runs.every((run) => run.endsWith('skipped'))).toBe(true);
    expect(edited.nextOn).toBe(addDays(monthStart(1), -1));
  });
});

describe('what fails', () => {
  it('says why in the reader’s words, and is made again once it is mended', async () => {
    const { id } = await create();
    await api.db.updateTable('taxCode').set({ active: false }).where('id', '=', desk.taxCodeId).execute();
    await until(monthStart(1));
    const [failed] = (await admin.call(recurringInvoices.runs, { id, filter: { state: 'failed' } })).rows;
    expect(failed).toMatchObject({ attempts: 1, made: null, error: { code: 'INPUT_INVALID' } });
    await api.db.updateTable('taxCode').set({ active: true }).where('id', '=', desk.taxCodeId).execute();
    const { version } = await admin.call(recurringInvoices.open, { id });
    await admin.call(recurringInvoices.make, { id, nominal: failed?.nominal ?? '' }, { version });
    expect(await runsOf(id)).toEqual([`${monthStart(1)} created`]);
  });

  it.each([
    ['active', 1],
    ['paused', 3],
  ])(
    'on its last day and is made by hand ends the series that is %s after %i tries',
    async (state, tries) => {
      const { id } = await create({ ends: 'count', endsAfter: 1 });
      const taxed = (active: boolean) =>
        api.db.updateTable('taxCode').set({ active }).where('id', '=', desk.taxCodeId).execute();
      await taxed(false);
      for (let day = 0; day < tries; day += 1) await until(addDays(monthStart(1), day));
      await taxed(true);
      expect(await admin.call(recurringInvoices.open, { id })).toMatchObject({ state });
      const { version } = await admin.call(recurringInvoices.open, { id });
      await admin.call(recurringInvoices.make, { id, nominal: monthStart(1) }, { version });
      while ((await findNextDays(api.db)) > 0);
      expect(await admin.call(recurringInvoices.open, { id })).toMatchObject({
        state: 'completed',
        nextOn: null,
      });
    },
  );

  it('has no price for its period yet, and then makes nothing', async () => {
    const { id } = await create();
    await api.db
      .updateTable('recurringInvoicePrice')
      .set({ validFrom: '2100-01-01' })
      .where('seriesId', '=', id)
      .execute();
    const { rows } = await admin.call(recurringInvoices.list, { filter: { clientId: desk.clientId } });
    expect(rows).toMatchObject([{ id, nextAmount: null }]);
    await until(monthStart(1));
    expect(await runsOf(id)).toEqual([`${monthStart(1)} failed`]);
  });
});

describe('taking a series away', () => {
  it('deletes one that made nothing, and cancels one that did', async () => {
    const { id, version } = await create({ startsOn: monthStart(-2) });
    await admin.call(recurringInvoices.remove, { id }, { version });
    expect((await admin.refused(recurringInvoices.open, { id })).code).toBe('NOT_FOUND');
    const other = await create();
    const ran = await admin.call(recurringInvoices.runNow, { id: other.id }, { version: other.version });
    const kept = await admin.refused(recurringInvoices.remove, { id: other.id }, { version: ran.version });
    expect(kept.code).toBe('REFERENCED');
    await admin.call(recurringInvoices.cancel, { id: other.id, reason: 'left' }, { version: ran.version });
    expect(await admin.call(recurringInvoices.open, { id: other.id })).toMatchObject({
      state: 'cancelled',
      stateReason: 'left',
      nextOn: null,
    });
  });
});
