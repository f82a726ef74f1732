import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { addDays } from '@daybook/contracts/plain-date';
import { followUpHistory } from '@daybook/contracts/receivables/follow-up/follow-up-history';
import { disputes, followUps } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { promises } from '@daybook/contracts/receivables/follow-up/promises';
import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { worklist } from '@daybook/contracts/receivables/follow-up/worklist';
import type { WorklistTab } from '@daybook/contracts/receivables/follow-up/worklist';
import type { InputOf } from '@daybook/contracts/endpoint';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
/** The clients by their names, with the due dates of their invoices. */
const ids: Record<string, string> = {};

const today = new Date().toISOString().slice(0, 10);
const day = (days: number) => addDays(today, days);

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
  fixture = await openBillingFixture(api, admin);
  const overdue: [name: string, ...days: number[]][] = [
    ['Alder', -40, -10],
    ['Birch', -90],
    ['Cedar', -5, -80, 20],
    ['Dogwood', 10],
    ['Elm'],
  ];
  for (const [name, ...days] of overdue) {
    const clientId = await makeClient(api.db, {
      entityId: fixture.entityId,
      crmId: admin.id,
      currency: 'EUR',
      name,
    });
    ids[name] = clientId;
    for (const due of days)
      await fixture.issued(1_000, { clientId, issueDate: day(-100), dueDate: day(due) });
  }
  for (const [name, nextOn] of [
    ['Elm', day(3)],
    ['Birch', today],
  ] as const)
    await admin.call(followUps.log, {
      clientId: ids[name] ?? '',
      channel: 'call',
      outcome: 'other',
      note: `About ${name}`,
      nextOn,
    });
});
afterAll(() => api.stop());

type Asked = InputOf<typeof worklist.list>;
const page = (more: Asked, caller = admin) => caller.call(worklist.list, more);
const names = async (more: Asked, caller = admin) =>
  (await page(more, caller)).rows.map(({ client }) => client.label);
const onTab = (tab: WorklistTab, more: Asked = {}) => names({ ...more, filter: { tab } });
const rowOf = async (name: string, caller = admin) =>
  (await page({}, caller)).rows.find(({ client }) => client.label === name);

const over = (overDays: number, more: object = {}) => names({ filter: { overDays, ...more } });

describe('the worklist', () => {
  it('has who has something overdue, oldest first, and who has a next action only, on pages both ways', async () => {
    const order = ['Birch', 'Cedar', 'Alder', 'Elm'];
    expect(await names({})).toEqual(order);
    expect(await names({ sort: '-oldest' })).toEqual(order.toReversed());
    const seen: string[] = [];
    const first = await page({ pageSize: 1 });
    let last = first;
    for (;;) {
      seen.push(...last.rows.map(({ client }) => client.label));
      if (last.next === null) break;
      last = await page({ pageSize: 1, cursor: last.next });
    }
    expect(seen).toEqual(order);
    expect(await names({ pageSize: 2, cursor: last.previous ?? '' })).toEqual(['Cedar', 'Alder']);
    expect(await names({ pageSize: 2, cursor: 'end' })).toEqual(['Alder', 'Elm']);
    expect(await names({ sort: 'name' })).toEqual(order.toSorted());
    expect(await names({ q: 'ced' })).toEqual(['Cedar']);
  });

  it('has by next action first who has one, then the others by their age, on pages both ways', async () => {
    const order = ['Birch', 'Elm', 'Cedar', 'Alder'];
    expect(await names({ sort: 'nextOn' })).toEqual(order);
    expect(await names({ sort: '-nextOn' })).toEqual(order.toReversed());
    for (const sort of ['nextOn', '-nextOn'] as const) {
      const wanted = sort === 'nextOn' ? order : order.toReversed();
      const seen: string[] = [];
      let cursor: string | null = null;
      let last: Awaited<ReturnType<typeof page>>;
      do {
        last = await page({ sort, pageSize: 1, ...(cursor !== null && { cursor }) });
        seen.push(...last.rows.map(({ client }) => client.label));
        cursor = last.next;
      } while (cursor !== null);
      expect(seen).toEqual(wanted);
      expect(await names({ sort, pageSize: 2, cursor: last.previous ?? '' })).toEqual(wanted.slice(1, 3));
      expect(await names({ sort, pageSize: 2, cursor: 'end' })).toEqual(wanted.slice(2));
    }
  });

  it('shows what a client owes, and what comes next', async () => {
    expect(await rowOf('Cedar')).toMatchObject({
      oldestDueOn: day(-80),
      daysLate: 80,
      owed: [{ currency: 'EUR', outstanding: 3_000, overdue: 2_000, unapplied: 0, balance: 3_000 }],
      lastFollowUp: null,
      responsible: { id: admin.id },
      isHandedOn: false,
    });
    expect(await rowOf('Elm')).toMatchObject({
      oldestDueOn: null,
      daysLate: null,
      owed: [],
      nextOn: day(3),
      lastFollowUp: { note: 'About Elm' },
    });
    const { total, sums } = await admin.call(worklist.total, {});
    expect([total, sums]).toMatchObject([4, [{ outstanding: 6_000, overdue: 5_000, balance: 6_000 }]]);
  });

  it('takes what is overdue from the day of the caller', async () => {
    expect(await names({ filter: { today: day(11) } })).toEqual([
      'Birch',
      'Cedar',
      'Alder',
      'Dogwood',
      'Elm',
    ]);
    expect(await names({ filter: { today: day(-85) } })).toEqual(['Birch', 'Elm']);
  });

  it('is filtered by the days that the oldest invoice is overdue', async () => {
    expect(await over(39)).toEqual(['Birch', 'Cedar', 'Alder']);
    expect(await over(40)).toEqual(['Birch', 'Cedar']);
    expect(await over(60, { today: day(-25) })).toEqual(['Birch']);
    expect(await over(40, { currency: 'USD' })).toEqual([]);
    expect(await admin.call(worklist.total, { filter: { overDays: 60 } })).toMatchObject({ total: 2 });
    const { rows } = await admin.call(reminders.preview, { filter: { overDays: 60 } });
    expect(rows.map(({ client }) => client.label).toSorted()).toEqual(['Birch', 'Cedar']);
  });

  it('has a tab for each thing to act on', async () => {
    expect(await onTab('due_today')).toEqual(['Birch']);
    const [alder] = (await admin.call(followUps.basis, { id: ids['Alder'] ?? '' })).invoices;
    await admin.call(disputes.create, { invoiceId: alder?.id ?? '', reason: 'Late', amount: 400 });
    expect(await onTab('disputed')).toEqual(['Alder']);
    expect(await rowOf('Alder')).toMatchObject({ isDisputed: true, owed: [{ disputed: 400 }] });
    const promised = { currency: 'EUR', instalments: [{ dueOn: today, amount: 1_000 }] };
    await admin.call(promises.create, { clientId: ids['Cedar'] ?? '', ...promised });
    expect(await onTab('promised')).toEqual(['Cedar']);
    expect(await rowOf('Cedar')).toMatchObject({ promise: { state: 'open', amount: 1_000, dueOn: today } });
    const until = { reminders: 'paused' as const, remindersPausedUntil: day(3) };
    await admin.call(followUps.pause, { id: ids['Birch'] ?? '', entityId: fixture.entityId, ...until });
    expect(await onTab('paused')).toEqual(['Birch']);
    expect(await rowOf('Birch')).toMatchObject({ pausedInPart: true, reminders: { reminders: 'on' } });
    expect(await onTab('broken')).toEqual([]);
  });

  it('is filtered by the person responsible, who may be another than the relationship manager', async () => {
    const colleague = await api.as({ userType: 'admin' });
    await admin.call(followUps.handOn, { id: ids['Birch'] ?? '', toId: colleague.id });
    expect(await names({ filter: { responsibleId: colleague.id } })).toEqual(['Birch']);
    expect(await names({ filter: { responsibleId: admin.id } })).toEqual(['Cedar', 'Alder', 'Elm']);
    expect(await names({ filter: { currency: 'USD' } })).toEqual([]);
    expect(await names({ filter: { currency: 'EUR' } })).toEqual(['Birch', 'Cedar', 'Alder']);
  });
});

describe('a group with a payer', () => {
  let payer: string;
  let members: string[];
  beforeAll(async () => {
    const named = (name: string, crmId = admin.id) =>
      makeClient(api.db, { entityId: fixture.entityId, crmId, currency: 'EUR', name });
    payer = await named('Forest Holding');
    members = [await named('Forest East'), await named('Forest West')];
    for (const clientId of members)
      await fixture.issued(500, { clientId, issueDate: day(-100), dueDate: day(-30) });
    await admin.call(clientGroups.create, {
      name: 'Forest',
      payerClientId: payer,
      memberIds: [payer, ...members],
    });
  });

  it('is one row for who sees all its clients, and a row for each visible client for anybody else', async () => {
    expect((await names({})).filter((name) => name.startsWith('Forest'))).toEqual(['Forest Holding']);
    expect(await rowOf('Forest Holding')).toMatchObject({
      group: { label: 'Forest', clients: 3, seen: 3, isWhole: true },
      owed: [{ overdue: 1_000 }],
    });
    const narrow = await api.as({ userType: 'crm', keys: ['followup.follow_up'], scope: 'own' });
    await api.db
      .updateTable('client')
      .set({ crmId: narrow.id })
      .where('id', '=', members[0] ?? '')
      .execute();
    expect(await names({}, narrow)).toEqual(['Forest East']);
    expect(await rowOf('Forest East', narrow)).toMatchObject({
      group: { clients: 3, seen: 1, isWhole: false },
      owed: [{ overdue: 500 }],
    });
    expect((await narrow.call(worklist.total, {})).total).toBe(1);
    expect(await narrow.refused(followUps.basis, { id: payer })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('takes a promise of the payer for all, and its history holds what the visible clients have', async () => {
    await admin.call(promises.create, {
      clientId: payer,
      currency: 'EUR',
      instalments: [{ dueOn: today, amount: 1_000 }],
    });
    await admin.call(receipts.create, fixture.receipt(500, { clientId: members[1] ?? '' }));
    const { rows, owed } = await admin.call(followUpHistory.list, { id: payer });
    expect(rows.map(({ kind, client }) => [kind, client.label])).toEqual([
      ['receipt', 'Forest West'],
      ['promise', 'Forest Holding'],
    ]);
    expect(owed).toMatchObject([{ outstanding: 1_000, unapplied: 500, balance: 500 }]);
  });

  it('passes an inactive payer over: its clients are asked themselves', async () => {
    await api.db
      .updateTable('client')
      .set({ status: 'inactive', inactiveOn: today, statusReason: 'Sold' })
      .where('id', '=', payer)
      .execute();
    expect((await names({ sort: 'name' })).filter((name) => name.startsWith('Forest'))).toEqual([
      'Forest East',
      'Forest West',
    ]);
  });
});
