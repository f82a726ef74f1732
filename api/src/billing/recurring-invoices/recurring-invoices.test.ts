import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import type { InputOf } from '@daybook/contracts/endpoint';
import { history } from '@daybook/contracts/history';
import { addDays } from '@daybook/contracts/plain-date';
import { allBut } from '../../../test/test-api.ts';
import type { Caller } from '../../../test/test-api.ts';
import { runSeriesUntil } from '../../../test/fixtures/series-fixture.ts';
import {
  monthStart,
  setUpRecurringInvoices,
  today,
} from '../../../test/fixtures/recurring-invoice-fixture.ts';
import type { Fields } from '../../../test/fixtures/recurring-invoice-fixture.ts';

const at = setUpRecurringInvoices();
const { line, fieldsOf, create, runsOf } = at;

const editOf = (more: Partial<Fields> = {}) => {
  const { clientId: _clientId, ...fields } = fieldsOf(more);
  return fields;
};

describe('a new series', () => {
  it('creates the chosen past invoices, for their own periods and dated today', async () => {
    const start = monthStart(-3);
    const made = await create({
      startsOn: start,
      create: [monthStart(-2)],
      rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1', periodOffset: -1 },
    });
    const { rows } = await at.admin.call(recurringInvoices.runs, { id: made.id });
    const past = rows.filter(({ nominal }) => nominal < monthStart(0));
    expect(past.map(({ nominal, status, reason }) => [nominal, status, reason])).toEqual([
      [monthStart(-1), 'skipped', 'NOT_WANTED'],
      [monthStart(-2), 'created', null],
      [start, 'skipped', 'NOT_WANTED'],
    ]);
    const invoice = await at.admin.call(invoices.open, { id: past[1]?.made?.id ?? '' });
    expect(invoice).toMatchObject({
      issueDate: today,
      serviceFrom: start,
      serviceTo: addDays(monthStart(-2), -1),
      status: 'issued',
      payable: 12_000,
      series: { id: made.id, label: 'Bookkeeping' },
    });
    expect(past[1]?.made).toEqual({
      id: invoice.id,
      label: invoice.number,
      status: 'issued',
      amount: { minor: 12_000, currency: 'EUR' },
    });
  });

  it('that has already ended is completed', async () => {
    const made = await create({ startsOn: monthStart(-3), ends: 'until', endsOn: monthStart(-1) });
    expect(made).toMatchObject({ status: 'completed', nextOn: null, nextAmount: null });
  });

  it('is in the list, found by its client and its title, counted and filtered', async () => {
    const made = await create({ title: 'Payroll {month}', lines: [line({ discountPct: '10' })] });
    await at.admin.call(
      recurringInvoices.pause,
      { id: (await create()).id, reason: 'waits' },
      { version: 1 },
    );
    const of = async (filter: InputOf<typeof recurringInvoices.list>['filter'], q?: string) =>
      (
        await at.admin.call(recurringInvoices.list, {
          q,
          filter: { clientId: at.fixture.clientId, ...filter },
        })
      ).rows;
    expect(await of({})).toHaveLength(2);
    expect(await of({ status: 'active' }, 'payroll')).toMatchObject([
      { id: made.id, nextOn: monthStart(1), nextAmount: 9_000, currency: 'EUR', mode: 'issue' },
    ]);
    expect(await of({ pausedFor: 'person' })).toMatchObject([
      { status: 'paused', nextOn: null, nextAmount: null },
    ]);
    expect(await of({ mode: 'draft' })).toEqual([]);
    expect(await of({ entityId: at.fixture.entityId }, made.client.label)).toHaveLength(2);
    const count = await at.admin.call(recurringInvoices.total, { filter: { clientId: at.fixture.clientId } });
    expect(count).toEqual({ total: 2, isCapped: false });
  });
});

const bodyOf = ({ httpStatus, errors }: Awaited<ReturnType<Caller['refused']>>) => [
  httpStatus,
  errors['mode']?.[0]?.code,
];

describe('a series that issues', () => {
  const denied = [403, 'PERM_DENIED'];

  it('needs the permission to issue by hand for every step, and to send if it also sends', async () => {
    const drafter = await at.api.as({ keys: allBut('invoices.add') });
    const issuer = await at.api.as({ keys: allBut('invoices.edit') });
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

    const seen = { version };
    expect(bodyOf(await drafter.refused(recurringInvoices.runNow, { id }, seen))).toEqual(denied);
    const made = { id, nominal: monthStart(1) };
    expect(bodyOf(await drafter.refused(recurringInvoices.make, made, seen))).toEqual(denied);
    const resumed = { id, create: [monthStart(1)] };
    expect(bodyOf(await drafter.refused(recurringInvoices.resume, resumed, seen))).toEqual(denied);
    const paused = await drafter.call(recurringInvoices.pause, { id, reason: 'waits' }, seen);
    await drafter.call(recurringInvoices.resume, { id }, paused);
    expect(await runsOf(id)).toEqual([]);
  });
});

describe('editing a series', () => {
  it('changes prices of future periods, leaves issued invoices as they are, and records the change in the history', async () => {
    const { id, version } = await create();
    const { version: ran } = await at.admin.call(recurringInvoices.runNow, { id }, { version });
    const [first] = (await at.admin.call(recurringInvoices.runs, { id })).rows;
    const prices = [
      { validFrom: monthStart(-24), unitPrice: '100' },
      { validFrom: monthStart(3), unitPrice: '130' },
    ];
    const edited = await at.admin.call(
      recurringInvoices.edit,
      { id, ...editOf({ lines: [line({ prices })], mode: 'draft' }) },
      { version: ran },
    );
    expect(edited).toMatchObject({ id, version: ran + 1, mode: 'draft', nextOn: monthStart(2) });
    const { next } = await at.admin.call(recurringInvoices.upcomingInvoices, { id });
    expect(next.slice(0, 3).map(({ nominal, net }) => [nominal, net])).toEqual([
      [monthStart(2), 10_000],
      [monthStart(3), 13_000],
      [monthStart(4), 13_000],
    ]);
    expect(await at.admin.call(invoices.open, { id: first?.made?.id ?? '' })).toMatchObject({
      payable: 12_000,
    });
    const { events } = await at.admin.call(history.of, { kind: 'recurring_invoice', id });
    const [last] = events;
    expect(last?.action).toBe('recurring_invoices.edit');
    expect(last?.changes.map(({ field }) => field)).toEqual(['mode']);
    expect(last?.parts).toMatchObject([{ part: 'price', step: 'added' }]);
    expect(events.map(({ action }) => action)).toEqual([
      'recurring_invoices.edit',
      'recurring_invoices.runNow',
      'recurring_invoices.create',
    ]);
    const stale = await at.admin.refused(recurringInvoices.edit, { id, ...editOf() }, { version: ran });
    expect(stale).toMatchObject({ code: 'VERSION_CONFLICT', data: { id, mode: 'draft' } });
  });

  it('changes the rule through a successor from a date on, once the series has run', async () => {
    const { id, version } = await create({ mode: 'draft' });
    const { version: ran } = await at.admin.call(recurringInvoices.runNow, { id }, { version });
    const quarterly = { rrule: 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15' };
    const edit = { id, ...editOf({ mode: 'draft', rule: quarterly, ends: 'count', endsAfter: 4 }) };
    const without = await at.admin.refused(recurringInvoices.edit, edit, { version: ran });
    expect(without.errors['from']?.[0]?.code).toBe('REQUIRED');
    const behind = await at.admin.refused(
      recurringInvoices.edit,
      { ...edit, from: monthStart(1) },
      { version: ran },
    );
    expect(behind.errors['from']?.[0]?.code).toBe('FROM_BEHIND');
    const moved = { id, ...editOf({ startsOn: monthStart(2) }) };
    expect((await at.admin.refused(recurringInvoices.edit, moved, { version: ran })).code).toBe(
      'SERIES_HAS_RUN',
    );

    const beside = { id, ...editOf({ mode: 'draft' }), from: addDays(monthStart(3), 9) };
    expect((await at.admin.refused(recurringInvoices.edit, beside, { version: ran })).errors).toEqual({
      from: [{ code: 'NOT_A_CHOICE', params: {} }],
    });

    const next = await at.admin.call(
      recurringInvoices.edit,
      { ...edit, from: monthStart(3) },
      { version: ran },
    );
    expect(next).toMatchObject({
      startsOn: monthStart(3),
      predecessor: { id },
      rrule: quarterly.rrule,
      status: 'active',
      endsAfter: 4,
      hasRun: false,
      nextOn: addDays(monthStart(3), 14),
    });
    const before = await at.admin.call(recurringInvoices.open, { id });
    expect(before).toMatchObject({
      status: 'active',
      endsOn: addDays(monthStart(3), -1),
      successor: { id: next.id },
      nextOn: monthStart(2),
    });
    await runSeriesUntil(at.api.db, monthStart(5));
    expect(await runsOf(id)).toEqual([`${monthStart(2)} created`, `${monthStart(1)} created`]);
    expect(await runsOf(next.id)).toEqual([`${addDays(monthStart(3), 14)} created`]);
    expect(await at.admin.call(recurringInvoices.open, { id })).toMatchObject({ status: 'completed' });
    const over = await at.admin.refused(recurringInvoices.edit, edit, { version: before.version });
    expect(over.code).toBe('STATE_NOT_ALLOWED');
  });

  it('changes the first date and the rule of the series itself while it has created nothing', async () => {
    const { id, version } = await create();
    const edited = await at.admin.call(
      recurringInvoices.edit,
      { id, ...editOf({ startsOn: monthStart(-2), rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1' } }) },
      { version },
    );
    expect(edited).toMatchObject({ id, startsOn: monthStart(-2), status: 'active' });
    const runs = await runsOf(id);
    expect(runs).toHaveLength(2);
    expect(runs.every((run) => run.endsWith('skipped'))).toBe(true);
    expect(edited.nextOn).toBe(addDays(monthStart(1), -1));
  });
});

describe('removing a series', () => {
  it('deletes one that created nothing, and cancels one that did', async () => {
    const { id, version } = await create({ startsOn: monthStart(-2) });
    await at.admin.call(recurringInvoices.remove, { id }, { version });
    expect((await at.admin.refused(recurringInvoices.open, { id })).code).toBe('NOT_FOUND');
    const other = await create();
    const ran = await at.admin.call(recurringInvoices.runNow, { id: other.id }, { version: other.version });
    const kept = await at.admin.refused(recurringInvoices.remove, { id: other.id }, { version: ran.version });
    expect(kept.code).toBe('REFERENCED');
    await at.admin.call(recurringInvoices.cancel, { id: other.id, reason: 'left' }, { version: ran.version });
    expect(await at.admin.call(recurringInvoices.open, { id: other.id })).toMatchObject({
      status: 'cancelled',
      statusReason: 'left',
      nextOn: null,
    });
  });
});
