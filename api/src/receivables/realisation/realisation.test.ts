import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { moneyPermissions } from '@daybook/contracts/permissions';
import {
  realisation,
  realisedBills,
  realisedHours,
} from '@daybook/contracts/receivables/realisation/realisation';
import { costRates } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import { openHoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import type { HoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let at: HoursFixture;
let invoiceId: string;
let others: string;

const may = { from: '2026-05-01', to: '2026-05-31' };
const june = { from: '2026-06-01', to: '2026-06-30' };

/** An hour and a half on two days, billed for 150.00 instead of 180.00, with 20 % tax; a third of it is paid. */
beforeAll(async () => {
  api = await startTestApi();
  at = await openHoursFixture(api);
  const { admin, doer } = at;
  await admin.call(costRates.create, {
    personId: doer.id,
    currency: 'EUR',
    rate: 4_000,
    validFrom: '2026-01-01',
  });
  const task = await at.byHours({ title: 'Advice' });
  await at.record(task, 30);
  await at.record(task, 60, { workedOn: '2026-05-29' });
  const { itemId = '' } = await at.bill(task, { amount: 15_000, reason: 'A new client' });
  const draft = await admin.call(pendingInvoices.draft, { itemIds: [itemId], issueDate: '2026-06-02' });
  ({ id: invoiceId } = await admin.call(invoices.issue, { id: draft.id }, { version: draft.version }));
  await admin.call(receipts.create, {
    entityId: at.entityId,
    clientId: at.clientId,
    receiptDate: '2026-06-20',
    mode: 'bank',
    currency: 'EUR',
    amount: 6_000,
    allocations: [{ invoiceId, amount: 6_000 }],
  });
  others = await makeClient(api.db, { name: 'Others', entityId: at.entityId, crmId: admin.id });
  const free = await at.byHours({ title: 'Talks', clientId: others });
  await at.record(free, 45, { workedOn: '2026-06-10', billable: false });
});
afterAll(() => api.stop());

const figures = (caller: Caller, filter: object) =>
  caller.call(realisation.total, { filter }).then(({ currencies }) => currencies);

describe('the report of realisation', () => {
  it('counts hours when they were worked, and money when it was posted', async () => {
    expect(await figures(at.admin, may)).toMatchObject([
      {
        currency: 'EUR',
        minutes: 90,
        value: 18_000,
        billed: 0,
        cost: 6_000,
        margin: -6_000,
        effectiveRate: 0,
      },
    ]);
    expect(await figures(at.admin, june)).toMatchObject([
      {
        minutes: 45,
        value: 0,
        billed: 15_000,
        writtenDown: 3_000,
        collected: 5_000,
        badDebt: 0,
        margin: 12_000,
      },
    ]);
    expect(await figures(at.admin, { from: may.from, to: june.to })).toMatchObject([
      { minutes: 135, billed: 15_000, effectiveRate: 6_667, margin: 6_000, uncostedMinutes: 0 },
    ]);
  });

  it('groups by what it is asked for, and filters by what a row names', async () => {
    const filter = { from: may.from, to: june.to };
    const rowsBy = async (by: 'client' | 'person' | 'month') =>
      (await at.admin.call(realisation.list, { filter: { ...filter, by } })).rows.map(
        ({ keys, minutes, billed }) => [keys[0]?.label || keys[0]?.id, minutes, billed],
      );
    expect(await rowsBy('client')).toEqual([
      ['Dupont & Fils', 90, 15_000],
      ['Others', 45, 0],
    ]);
    expect(await rowsBy('person')).toEqual([['Doer', 135, 15_000]]);
    expect(await rowsBy('month')).toEqual([
      ['2026-05-01', 90, 0],
      ['2026-06-01', 45, 15_000],
    ]);
    expect(await figures(at.admin, { ...filter, personId: at.reviewer.id })).toEqual([]);
    expect(await figures(at.admin, { ...filter, categoryId: 'none' })).toHaveLength(1);
    const both = await at.admin.call(realisation.list, {
      filter: { ...filter, by: 'client', thenBy: 'month' },
      sort: '-billed',
    });
    expect(both.rows.map(({ keys, billed }) => [keys[1]?.id, billed])).toEqual([
      ['2026-06-01', 15_000],
      ['2026-06-01', 0],
      ['2026-05-01', 0],
    ]);
  });

  it('opens the hours and the bills behind a figure', async () => {
    const filter = { from: may.from, to: june.to };
    const { rows: hours } = await at.admin.call(realisedHours.list, { filter });
    expect(hours.map(({ workedOn, minutes, value, cost }) => [workedOn, minutes, value, cost])).toEqual([
      ['2026-06-10', 45, null, 3_000],
      ['2026-05-29', 60, 12_000, 4_000],
      ['2026-05-04', 30, 6_000, 2_000],
    ]);
    expect(await at.admin.call(realisedHours.total, { filter: may })).toMatchObject({ total: 2 });
    const { rows: bills } = await at.admin.call(realisedBills.list, { filter });
    expect(bills).toMatchObject([
      {
        invoice: { id: invoiceId },
        task: { label: 'Advice' },
        billed: 15_000,
        writtenDown: 3_000,
        collected: 5_000,
      },
    ]);
    expect(await at.admin.call(realisedBills.total, { filter: may })).toMatchObject({ total: 0 });
  });

  it('shows costs and margins only to people who see all money', async () => {
    const all = await api.as({ userType: 'manager', keys: moneyPermissions, scope: 'all' });
    expect(await figures(all, may)).toMatchObject([{ cost: 6_000, uncostedMinutes: 0, margin: -6_000 }]);
    for (const left of moneyPermissions.filter((key) => key !== 'reports.collection_report')) {
      const keys = moneyPermissions.filter((key) => key !== left);
      const caller = await api.as({ userType: 'manager', keys, scope: 'all' });
      expect(await figures(caller, may)).toMatchObject([
        { value: 18_000, cost: null, uncostedMinutes: null, margin: null },
      ]);
      const { rows } = await caller.call(realisedHours.list, { filter: may });
      expect(rows.map(({ cost }) => cost)).toEqual([null, null]);
      const { payload } = await caller.inject(
        requestOf(realisation.export, { filter: may, format: 'csv' }, {}),
      );
      expect(payload).toContain('Written down');
      expect(payload).not.toMatch(/Margin|Cost/);
    }
    const { payload } = await all.inject(requestOf(realisation.export, { filter: may, format: 'csv' }, {}));
    expect(payload).toMatch(/Cost.*Margin/);
  });

  it('shows each person the clients in their scope, and nothing without the permission', async () => {
    const crm = await api.as({ userType: 'crm', keys: ['reports.collection_report'], scope: 'own' });
    await api.ownerPool.query('update client set crm_id = $1 where id = $2', [crm.id, others]);
    expect(await figures(crm, { from: may.from, to: june.to })).toMatchObject([{ minutes: 45, billed: 0 }]);
    expect((await crm.call(realisedHours.list, { filter: june })).rows).toMatchObject([{ minutes: 45 }]);
    expect((await crm.call(realisedBills.list, { filter: june })).rows).toEqual([]);
    const blind = await api.as({ keys: allBut('reports.collection_report') });
    for (const endpoint of [realisation.list, realisation.total, realisedHours.list, realisedBills.list])
      expect(await blind.refused(endpoint, {})).toMatchObject({ httpStatus: 403 });
  });

  it('names an invoice only to people who see the client that it is for', async () => {
    const payer = await makeClient(api.db, { name: 'Payer', entityId: at.entityId, crmId: at.admin.id });
    const member = await makeClient(api.db, { name: 'Member', entityId: at.entityId, crmId: at.admin.id });
    const { rows } = await api.ownerPool.query<{ id: string }>(
      `insert into client_group (id, name) values (gen_random_uuid(), 'Group') returning id`,
    );
    const groupId = rows[0]?.id;
    await api.ownerPool.query('update client set group_id = $1 where id = any ($2)', [
      groupId,
      [payer, member],
    ]);
    await api.ownerPool.query('update client_group set payer_client_id = $1 where id = $2', [payer, groupId]);
    const task = await at.byHours({ clientId: member });
    await at.record(task, 30, { workedOn: '2026-05-12' });
    const { itemId = '' } = await at.bill(task);
    const draft = await at.admin.call(pendingInvoices.draft, {
      itemIds: [itemId],
      issueDate: '2026-07-01',
      clientId: payer,
    });
    await at.admin.call(invoices.issue, { id: draft.id }, { version: draft.version });
    const crm = await api.as({ userType: 'crm', keys: ['reports.collection_report'], scope: 'own' });
    await api.ownerPool.query('update client set crm_id = $1 where id = $2', [crm.id, member]);
    const filter = { from: '2026-07-01', to: '2026-07-31' };
    expect((await crm.call(realisedBills.list, { filter })).rows).toMatchObject([
      { invoice: { id: null, label: '', client: null }, client: { label: 'Member' }, billed: 6_000 },
    ]);
    expect((await at.admin.call(realisedBills.list, { filter })).rows).toMatchObject([
      { invoice: { id: draft.id, client: { label: 'Payer' } } },
    ]);
  });

  it('refuses a period that ends before it begins', async () => {
    const backwards = { filter: { from: '2026-06-01', to: '2026-05-01' } };
    for (const endpoint of [realisation.list, realisedHours.list, realisedBills.list])
      expect((await at.admin.refused(endpoint, backwards)).errors).toMatchObject({
        to: [{ code: 'DATE_ORDER' }],
      });
  });
});
