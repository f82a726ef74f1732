import { uuidv7 } from 'uuidv7';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { InputOf } from '@daybook/contracts/endpoint';
import { dashboards } from '@daybook/contracts/dashboards';
import { sum } from '@daybook/contracts/money/money';
import {
  collectedReceipts,
  collectionGroupings,
  collections,
} from '@daybook/contracts/receivables/collections/collections';
import type {
  CollectionGrouping,
  CollectionRow,
  CollectionTotal,
} from '@daybook/contracts/receivables/collections/collections';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { pdfPages } from '../../../test/files/pdf-pages.ts';
import { collectedBothWays } from '../../../test/random-books/collected.ts';
import { allBut } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';
import { requestOf } from '../../http/request-of.ts';
import { rollUpLedger } from '../../ledger/roll-up-ledger.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let otherClient: string;
const services: string[] = [];

const spring = { from: '2026-03-01', to: '2026-04-30' };
const march = { from: '2026-03-01', to: '2026-03-31' };
const april = { from: '2026-04-01', to: '2026-04-30' };

async function makeService(department: string | null): Promise<string> {
  const id = uuidv7();
  const departmentId = department === null ? null : uuidv7();
  if (department !== null && departmentId !== null)
    await api.db.insertInto('department').values({ id: departmentId, name: department }).execute();
  await api.db
    .insertInto('service')
    .values({ id, name: `Service ${services.length}`, taxCodeId: fixture.taxCodeId, departmentId })
    .execute();
  services.push(id);
  return id;
}

const allocatedTo = (invoiceId: string, amount: number) => [{ invoiceId, amount }];

/**
 * March and April of a firm: a payment with tax withheld and a bank charge for lines of two services and none, a cheque that bounces in
 * the next month, money that is allocated a month later, a refund, an adjustment, a refunded credit note, and two currencies.
 */
async function aSpring(): Promise<void> {
  const [first, second] = [await makeService('Audit'), await makeService('Tax')];
  const line = (unitPrice: string, serviceId: string | null) => ({
    description: 'Work',
    qty: '1',
    unitPrice,
    serviceId,
    taxCodeId: fixture.taxCodeId,
  });
  const mixed = await fixture.issued(0, {
    lines: [line('33.33', first), line('33.34', second), line('33.33', null)],
  });
  const plain = await fixture.issued(200_00);
  const pay = (amount: number, more: Parameters<BillingFixture['receipt']>[1] = {}) =>
    admin.call(receipts.create, fixture.receipt(amount, more));
  await pay(49_99, {
    receiptDate: '2026-03-10',
    withheld: 5_01,
    bankCharge: 1_00,
    allocations: allocatedTo(mixed.id, 50_01),
  });
  const cheque = await pay(20_00, {
    receiptDate: '2026-03-20',
    mode: 'cheque',
    instrumentNo: '1',
    instrumentBank: 'ING',
    instrumentDate: '2026-03-20',
    allocations: allocatedTo(mixed.id, 20_00),
  });
  await admin.call(receipts.reverse, {
    id: cheque.id,
    date: '2026-04-07',
    reason: 'No funds',
    bounced: true,
  });
  const early = await pay(80_00, { receiptDate: '2026-03-25', mode: 'cash' });
  await admin.call(receipts.allocate, {
    id: early.id,
    date: '2026-04-09',
    allocations: allocatedTo(plain.id, 60_00),
  });
  await admin.call(receipts.refund, { id: early.id, date: '2026-04-10', amount: 5_00, mode: 'bank' });
  await pay(0, {
    receiptDate: '2026-04-11',
    mode: 'adjustment',
    withheld: 7_00,
    allocations: allocatedTo(plain.id, 7_00),
  });
  await pay(900, { receiptDate: '2026-04-12', currency: 'USD', fxRate: '0.9' });
  otherClient = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id });
  await admin.call(receipts.create, {
    ...fixture.receipt(11_00, { receiptDate: '2026-04-13' }),
    clientId: otherClient,
  });
  const note = await issuedCredit(admin, creditOf(fixture, [[plain, 10_00]]), []);
  await admin.call(creditNotes.refund, { id: note.id, date: '2026-04-15', amount: 4_00, mode: 'bank' });
}

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling());
  await aSpring();
});
afterAll(() => api.stop());

async function reportOf(filter: NonNullable<InputOf<typeof collections.list>['filter']>, caller = admin) {
  const input = { filter: { ...spring, ...filter }, pageSize: 100 };
  const [{ rows }, total] = [
    await caller.call(collections.list, input),
    await caller.call(collections.total, { filter: input.filter }),
  ];
  return { rows, total, euros: total.currencies.find(({ currency }) => currency === 'EUR') };
}

const figures = ['gross', 'withheld', 'bankCharge', 'net', 'allocated', 'unallocated', 'refunded'] as const;

/** The figures of the rows add up to the total of their currency, and each row to itself. */
function expectWhole(rows: readonly CollectionRow[], total: CollectionTotal): void {
  for (const one of total.currencies) {
    const ofCurrency = rows.filter(({ currency }) => currency === one.currency);
    const added = Object.fromEntries(figures.map((name) => [name, sum(ofCurrency.map((row) => row[name]))]));
    expect(added).toEqual(Object.fromEntries(figures.map((name) => [name, one[name]])));
  }
  for (const row of [...rows, ...total.currencies])
    expect([row.withheld + row.bankCharge + row.net, row.allocated + row.refunded + row.unallocated]).toEqual(
      [row.gross, row.gross],
    );
}

describe('the collection report', () => {
  it('counts a receipt on its date and its reversal on its own, and names what it knows of today', async () => {
    expect((await reportOf(march)).euros).toMatchObject({
      receipts: 3,
      gross: 156_00,
      withheld: 5_01,
      bankCharge: 1_00,
      net: 149_99,
      allocated: 130_01,
      refunded: 5_00,
      unallocated: 20_99,
      creditNotesRefunded: 0,
    });
    const inApril = await reportOf(april);
    expect(inApril.euros).toMatchObject({
      gross: -2_00,
      withheld: 7_00,
      net: -9_00,
      allocated: -13_00,
      unallocated: 11_00,
      creditNotesRefunded: 4_00,
      before: { gross: 156_00, net: 149_99 },
    });
    expect(inApril.total.periodBefore).toEqual(march);
    expect(inApril.total.currencies.map(({ currency }) => currency)).toEqual(['USD', 'EUR']);
  });

  it('knows, as of the end of the period, nothing that came later', async () => {
    const { euros, rows } = await reportOf({ ...march, by: 'service', state: 'period_end' });
    expect(euros).toMatchObject({ allocated: 70_01, refunded: 0, unallocated: 85_99, net: 149_99 });
    expect(new Set(rows.map(({ keys }) => keys[0]?.id))).toEqual(
      new Set([...services, 'none', 'unallocated']),
    );
  });

  it('has the same total in every grouping of one or two levels, to the cent', async () => {
    const pairs: [CollectionGrouping, CollectionGrouping?][] = [
      ...collectionGroupings.map((by): [CollectionGrouping] => [by]),
      ['service', 'mode'],
      ['department', 'service'],
      ['month', 'service'],
    ];
    for (const [by, thenBy] of pairs) {
      const { rows, total } = await reportOf({ by, ...(thenBy && { thenBy }) });
      expect({ by, thenBy, currencies: total.currencies.length }).toEqual({ by, thenBy, currencies: 2 });
      expectWhole(rows, total);
      expect(total.total).toBe(rows.length);
    }
    const { rows } = await reportOf({ by: 'month', thenBy: 'mode' });
    expect(
      rows
        .filter(({ currency }) => currency === 'EUR')
        .map(({ keys, net }) => [...keys.map(({ id }) => id), net]),
    ).toEqual([
      ['2026-03-01', 'bank', 49_99],
      ['2026-03-01', 'cash', 80_00],
      ['2026-03-01', 'cheque', 20_00],
      ['2026-04-01', 'adjustment', 0],
      ['2026-04-01', 'bank', 11_00],
      ['2026-04-01', 'cheque', -20_00],
    ]);
  });

  it('splits a receipt over the lines that it settles as the money of contracts does', async () => {
    for (const by of ['service', 'department', 'client'] as const) {
      const { reported, documents } = await collectedBothWays(api, admin, fixture.entityId, by);
      expect(reported).toEqual(documents);
    }
  });

  it('opens the receipts of each figure, page by page, and filters by what a row names', async () => {
    for (const [by, name] of [
      ['service', 'serviceId'],
      ['department', 'departmentId'],
      ['client', 'clientId'],
      ['mode', 'mode'],
      ['crm', 'crmId'],
      ['bank_account', 'bankAccountId'],
    ] as const) {
      for (const row of (await reportOf({ by })).rows) {
        const filter = { ...spring, currency: row.currency, [name]: row.keys[0]?.id ?? '' };
        const { rows } = await admin.call(collectedReceipts.list, { filter, pageSize: 100 });
        expect([
          by,
          row.keys[0]?.id,
          sum(rows.map(({ gross }) => gross)),
          sum(rows.map(({ net }) => net)),
          rows.length,
        ]).toEqual([by, row.keys[0]?.id, row.gross, row.net, row.receipts]);
        expect((await reportOf(filter)).total.currencies).toMatchObject([{ gross: row.gross, net: row.net }]);
      }
    }
    const filter = { ...spring, currency: 'EUR' };
    const first = await admin.call(collectedReceipts.list, { filter, pageSize: 4 });
    const second = await admin.call(collectedReceipts.list, {
      filter,
      pageSize: 4,
      cursor: first.next ?? '',
    });
    expect([...first.rows, ...second.rows].map(({ date, isReversal }) => [date, isReversal])).toEqual([
      ['2026-04-13', false],
      ['2026-04-11', false],
      ['2026-04-07', true],
      ['2026-03-25', false],
      ['2026-03-20', false],
      ['2026-03-10', false],
    ]);
    expect(await admin.call(collectedReceipts.total, { filter })).toMatchObject({ total: 6 });
    const { chart } = collections;
    const bars = await admin.call(chart, { filter: { ...spring, by: 'client', currency: 'EUR' } });
    expect(bars.bars.map(({ net }) => net)).toEqual([129_99, 11_00]);
    // The only cheque bounced in the period.
    const modes = await admin.call(chart, { filter: { ...spring, by: 'mode', currency: 'EUR' } });
    expect(modes.bars.map(({ key }) => key.id)).toEqual(['cash', 'bank', 'adjustment']);
    expect(await admin.call(chart, { filter: { from: '1990-01-01', to: '1990-01-31' } })).toEqual({
      currency: null,
      bars: [],
      more: 0,
    });
  });

  it('agrees with the collected months of the dashboard, before and after the roll-up', async () => {
    const collected = async () => {
      const { currencies } = await admin.call(dashboards.money, { today: '2026-04-30' });
      return currencies.find(({ currency }) => currency === 'EUR')?.collected?.slice(-2);
    };
    const expected = [(await reportOf(march)).euros?.net, (await reportOf(april)).euros?.net];
    expect(await collected()).toEqual(expected);
    await rollUpLedger(api.db);
    expect(await collected()).toEqual(expected);
    const { currencies } = await admin.call(dashboards.money, { today: '2026-04-06' });
    const early = await reportOf({ from: '2026-04-01', to: '2026-04-06' });
    expect(currencies.find(({ currency }) => currency === 'EUR')?.collected?.at(-1)).toBe(
      early.euros?.net ?? 0,
    );
    expect(await api.db.transaction().execute(findBookFaults)).toEqual([]);
  });

  it('shows each person the money of their clients, and nothing without its permission', async () => {
    const crm = await api.as({ userType: 'crm', keys: ['reports.collection_report'], scope: 'own' });
    expect((await reportOf({}, crm)).total.currencies).toEqual([]);
    await api.ownerPool.query('update client set crm_id = $1 where id = $2', [crm.id, otherClient]);
    const own = await reportOf({}, crm);
    await api.ownerPool.query('update client set crm_id = $1 where id = $2', [admin.id, otherClient]);
    expect(own.rows.map(({ keys, gross }) => [keys[0]?.id, gross])).toEqual([[otherClient, 11_00]]);
    const blind = await api.as({ keys: allBut('reports.collection_report') });
    for (const endpoint of [
      collections.list,
      collections.total,
      collections.chart,
      collections.pdf,
      collectedReceipts.list,
    ])
      expect(await blind.refused(endpoint, {})).toMatchObject({ httpStatus: 403 });
  });

  it('refuses a period that ends before it begins, and prints the report across the page', async () => {
    const backwards = await admin.refused(collections.list, {
      filter: { from: '2026-04-01', to: '2026-03-01' },
    });
    expect(backwards.errors).toMatchObject({ to: [{ code: 'DATE_ORDER' }] });
    expect(
      (await admin.call(collections.list, { filter: { from: '1900-01-01', to: '2199-12-31' } })).rows,
    ).toMatchObject([{ before: null }, { before: null }, { before: null }]);
    const asked = requestOf(collections.pdf, { filter: { ...spring, by: 'month', thenBy: 'service' } }, {});
    const { rawPayload } = await admin.inject(asked);
    const pages = pdfPages(rawPayload);
    expect(pages).toHaveLength(1);
    expect(pages[0]?.text).toContain('Service0');
  });
});
