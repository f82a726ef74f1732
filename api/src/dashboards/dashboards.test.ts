import { dashboards } from '@daybook/contracts/dashboards';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { admins, crms, executives, managers } from '@daybook/contracts/people/staff';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import {
  openBillingFixture,
  startBilling,
  type BillingFixture,
} from '../../test/fixtures/billing-fixture.ts';
import { sourceId } from '../../test/fixtures/enquiry-choices.ts';
import { allBut } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { rollUpLedger } from '../ledger/roll-up-ledger.ts';
import { monthsUpTo } from './money.queries.ts';

const today = '2026-04-10';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling());
});
afterAll(() => api.stop());

describe('the dashboards', () => {
  it('count open work as the list of tasks does, for everyone or for oneself', async () => {
    const executive = await api.as({ userType: 'executive' });
    const make = (dueOn: string, assigneeIds: string[]) =>
      admin.call(tasks.create, { title: `Due ${dueOn}`, internal: true, dueOn, assigneeIds });
    await make('2026-04-09', [executive.id]);
    await make(today, [executive.id]);
    await make('2026-04-17', [admin.id]);
    await make('2026-04-18', [admin.id]);
    const done = await make(today, [admin.id]);
    await admin.call(tasks.transition, { id: done.id, to: 'in_progress' }, { version: done.version });
    const { byStatus, due } = await admin.call(dashboards.work, { today });
    expect(due).toEqual({ overdue: 1, today: 2, week: 1, later: 1 });
    for (const { status, count } of byStatus) {
      const listed = await admin.call(tasks.total, { filter: { status } });
      expect({ status, count }).toEqual({ status, count: listed.total });
    }
    const mine = { overdue: 1, today: 1, week: 0, later: 0 };
    expect((await executive.call(dashboards.work, { today })).due).toEqual(mine);
    expect((await admin.call(dashboards.work, { today, mine: 'true' })).due).toEqual({
      overdue: 0,
      today: 1,
      week: 1,
      later: 1,
    });
    expect((await admin.call(dashboards.load, { today })).rows).toEqual([
      expect.objectContaining({
        person: { id: admin.id, label: expect.any(String) as string },
        open: 3,
        overdue: 0,
      }),
      expect.objectContaining({ open: 2, overdue: 1 }),
    ]);
  });

  it('add up billed, collected and owed amounts, each currency separately', async () => {
    const first = await fixture.issued(1000_00);
    await fixture.issued(500_00, { issueDate: '2026-02-10', dueDate: '2026-03-01' });
    await fixture.issued(70_00, { issueDate: '2026-04-08', dueDate: '2199-12-31' });
    const francs = await openBillingFixture(api, admin, { currency: 'CHF' });
    await francs.issued(40_00);
    await admin.call(
      receipts.create,
      fixture.receipt(250_00, { allocations: [{ invoiceId: first.id, amount: 250_00 }] }),
    );
    const { months, currencies } = await admin.call(dashboards.money, { today });
    expect([months[0], months.at(-1)]).toEqual(['2025-05', '2026-04']);
    const [euros, swiss] = currencies;
    expect(euros).toMatchObject({
      currency: 'EUR',
      outstanding: 1320_00,
      overdue: 1250_00,
      overdueCount: 2,
    });
    expect(euros?.billed.slice(-3)).toEqual([500_00, 1000_00, 70_00]);
    expect(euros?.collected?.slice(-2)).toEqual([0, 250_00]);
    expect(swiss).toMatchObject({ currency: 'CHF', outstanding: 40_00 });

    // The same after the roll-up: without documents later in the month, and without write-offs.
    await rollUpLedger(api.db);
    expect((await admin.call(dashboards.money, { today })).currencies).toEqual(currencies);
    const [earlier] = (await admin.call(dashboards.money, { today: '2026-04-01' })).currencies;
    expect(earlier?.billed.slice(-2)).toEqual([1000_00, 0]);
    const wrong = await fixture.issued(9_00);
    await admin.call(
      invoices.void,
      { id: wrong.id, voidDate: '2026-04-08', reason: 'Wrong' },
      { version: wrong.version },
    );
    expect((await admin.call(dashboards.money, { today })).currencies).toEqual(currencies);

    const listed = await admin.call(invoices.list, {
      filter: { currency: 'EUR', from: '2026-03-01', to: '2026-03-31', status: ['issued', 'part_paid'] },
    });
    expect(listed.rows.reduce((all, { payable }) => all + payable, 0)).toBe(1000_00);
    expect((await admin.call(receipts.total, { filter: { currency: 'EUR' } })).total).toBe(1);
  });

  it('show receipts only to people who may see them, and each figure only with its permission', async () => {
    const blind = await api.as({ keys: allBut('receipts.view') });
    const { currencies } = await blind.call(dashboards.money, { today });
    expect(currencies.every(({ collected }) => collected === null)).toBe(true);
    const nobody = await api.as({ userType: 'executive', keys: [] });
    const { work, load, money, waiting, enquiries: asked, system } = dashboards;
    for (const [endpoint, input] of [
      [work, { today }],
      [load, { today }],
      [money, { today }],
      [waiting, {}],
      [asked, { today }],
      [system, {}],
    ] as const) {
      expect(await nobody.refused(endpoint, input)).toMatchObject({ httpStatus: 403 });
    }
    expect(await admin.refused(system, {})).toMatchObject({ httpStatus: 403 });
  });

  it('leave out records outside the scope', async () => {
    const crm = await api.as({
      userType: 'crm',
      keys: ['invoices.view', 'receipts.view', 'tasks.view', 'enquiries.add'],
    });
    expect(await crm.call(dashboards.money, { today })).toMatchObject({ currencies: [] });
    expect((await crm.call(dashboards.work, { today })).due).toEqual({
      overdue: 0,
      today: 0,
      week: 0,
      later: 0,
    });
    await crm.call(enquiries.create, {
      enquiryDate: '2026-04-01',
      nextActionOn: today,
      name: 'Ada',
      email: 'ada@asker.test',
      sourceId: sourceId('web'),
    });
    const theirs = await crm.call(dashboards.enquiries, { today });
    expect(theirs.actionDue).toBe(1);
    expect(theirs.byStatus.find(({ status }) => status === 'new')).toEqual({ status: 'new', count: 1 });
    const another = await api.as({ userType: 'crm', keys: ['enquiries.add'] });
    expect((await another.call(dashboards.enquiries, { today })).actionDue).toBe(0);
  });

  it('show the owner the status of the installation', async () => {
    const owner = await api.as({ userType: 'super_admin' });
    const invite = { name: 'Mina', email: 'mina@system.test', scope: 'own', locale: 'en' } as const;
    await owner.call(crms.create, invite);
    const { people, openSessions } = await owner.call(dashboards.system, {});
    expect(people.map(({ kind }) => kind)).toEqual(['managers', 'executives', 'crms', 'admins']);
    const lists = { managers, executives, crms, admins };
    for (const { kind, active, invited } of people) {
      for (const [status, count] of Object.entries({ active, invited })) {
        const list = await owner.call(lists[kind].total, {
          filter: { status: [status as 'active' | 'invited'] },
        });
        expect(list.total).toBe(count);
      }
    }
    expect(people.find(({ kind }) => kind === 'crms')?.invited).toBe(1);
    expect(openSessions).toBeGreaterThan(3);
  });

  it('go back twelve months over the turn of the year', () => {
    expect(monthsUpTo('2026-01-31')).toHaveLength(12);
    expect(monthsUpTo('2026-01-31')[0]).toBe('2025-02');
  });
});
