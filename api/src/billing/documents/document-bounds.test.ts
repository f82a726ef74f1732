import { setTimeout as wait } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { draftOf as inputOf } from '@daybook/contracts/billing/invoices/invoice-draft';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { exchangeRates } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient, makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { waitsForLock } from '../../../test/waits-for-lock.ts';
import { findBookFaults } from '../../books/book-findings.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let admin: Caller;
let taxCodeId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  taxCodeId = await makeTaxCode(api.db, { code: uuidv7(), rate: '21' });
});
afterAll(() => api.stop());

const draftOf = (fixture: { entityId: string; clientId: string }, more: object = {}) => ({
  entityId: fixture.entityId,
  clientId: fixture.clientId,
  issueDate: '2026-03-01',
  dueDate: '2026-03-31',
  currency: 'EUR',
  docLocale: 'en' as const,
  lines: [{ description: 'Audit', qty: '1', unitPrice: '100', taxCodeId }],
  ...more,
});

describe('amounts that are too large to add up', () => {
  it('are refused on the lines of an invoice, in its currency and in the base currency', async () => {
    const fixture = await openBillingFixture(api, admin);
    const line = { description: 'Audit', taxCodeId, qty: '9999999999', unitPrice: '999999999999' };
    const refused = { code: 'INPUT_INVALID', errors: { lines: [{ code: 'TOO_BIG' }] } };
    for (const endpoint of [invoices.preview, invoices.create])
      expect(await admin.refused(endpoint, draftOf(fixture, { lines: [line] }))).toMatchObject(refused);
    const foreign = {
      currency: 'KWD',
      fxRate: '99999999',
      lines: [{ ...line, qty: '1', unitPrice: '9999' }],
    };
    expect(await admin.refused(invoices.create, draftOf(fixture, foreign))).toMatchObject(refused);
  });

  it('are refused as the amount of a receipt', async () => {
    const fixture = await openBillingFixture(api, admin);
    for (const more of [
      {},
      { withheld: Number.MAX_SAFE_INTEGER },
      { amount: 1e12, currency: 'USD', fxRate: '9999' },
    ])
      expect(
        await admin.refused(receipts.create, fixture.receipt(Number.MAX_SAFE_INTEGER, more)),
      ).toMatchObject({ code: 'INPUT_INVALID', errors: { amount: [{ code: 'TOO_BIG' }] } });
  });
});

describe('in a foreign currency', () => {
  it('an invoice of finished work is not issued without a rate that a person entered', async () => {
    const entityId = await makeEntity(api.db);
    const clientId = await makeClient(api.db, { entityId, crmId: admin.id, currency: 'USD' });
    const item = {
      entityId,
      clientId,
      description: 'Audit',
      amount: 10_000,
      taxCodeId,
      readyOn: '2026-03-01',
    };
    const { id: itemId } = await admin.call(pendingInvoices.create, item);
    const { id, version } = await admin.call(pendingInvoices.draft, {
      itemIds: [itemId],
      issueDate: '2026-03-01',
    });
    expect(await admin.refused(invoices.issue, { id }, { version })).toMatchObject({
      errors: { fxRate: [{ code: 'REQUIRED' }] },
    });
    const draft = await admin.call(invoices.open, { id });
    expect(draft.fxRate).toBeNull();
    // A rate of 1 is valid once somebody enters it.
    const given = { id, ...inputOf(draft), fxRate: '1' };
    const saved = await admin.call(invoices.edit, given, { version });
    expect(await admin.call(invoices.issue, { id }, { version: saved.version })).toMatchObject({
      fxRate: '1',
      status: 'issued',
    });
    const money = { clientId, entityId, receiptDate: '2026-03-02', mode: 'bank', currency: 'USD' } as const;
    const receipt = await admin.call(receipts.create, { ...money, amount: 500, fxRate: '1' });
    const back = { id: receipt.id, date: '2026-03-02', amount: 500, mode: 'bank', fxRate: '1' } as const;
    expect(await admin.call(receipts.refund, back)).toMatchObject({ unallocated: 0 });
  });

  it('a draft of pending items takes the stored rate of its date', async () => {
    const entityId = await makeEntity(api.db);
    const clientId = await makeClient(api.db, { entityId, crmId: admin.id, currency: 'CHF' });
    await admin.call(exchangeRates.create, { from: 'EUR', to: 'CHF', date: '2026-02-27', rate: '0.8' });
    const item = { entityId, clientId, description: 'Audit', amount: 100, taxCodeId, readyOn: '2026-03-01' };
    const { id: itemId } = await admin.call(pendingInvoices.create, item);
    const asked = { itemIds: [itemId], issueDate: '2026-03-01' };
    expect(await admin.call(pendingInvoices.plan, asked)).toMatchObject({ drafts: [{ beforeIssue: {} }] });
    expect(await admin.call(pendingInvoices.draft, asked)).toMatchObject({ fxRate: '1.25' });
  });

  it('a receipt is refused without a rate', async () => {
    const fixture = await openBillingFixture(api, admin);
    expect(await admin.refused(receipts.create, fixture.receipt(100, { currency: 'USD' }))).toMatchObject({
      errors: { fxRate: [{ code: 'REQUIRED' }] },
    });
  });
});

it('a zero invoice is paid when it is issued, and posts nothing', async () => {
  const fixture = await openBillingFixture(api, admin);
  const entries = async () =>
    (await api.ownerPool.query('select from journal_entry where entity_id = $1', [fixture.entityId]))
      .rowCount;
  const lines = [{ description: 'First advice', qty: '1', unitPrice: '80', taxCodeId: fixture.taxCodeId }];
  const given = await fixture.issued(0, { lines, discountPct: '100', poNo: 'Gift' });
  expect(given).toMatchObject({
    status: 'paid',
    total: 0,
    outstanding: 0,
    number: expect.stringMatching(/./),
  });
  expect(await entries()).toBe(0);
  const parties = { clientId: fixture.clientId, entityId: fixture.entityId, currency: 'EUR' };
  expect(await admin.call(receipts.openInvoices, parties)).toEqual([]);
  expect(await admin.call(clientLedgers.open, { ...parties, asOf: '2026-10-31' })).toMatchObject({
    rows: [],
    closing: 0,
  });
  const { id, version } = given;
  const done = await admin.call(invoices.void, { id, voidDate: '2026-03-01', reason: 'Twice' }, { version });
  expect(done.status).toBe('void');
  expect(await entries()).toBe(0);
  expect(await findBookFaults(api.db)).toEqual([]);
});

it('an invoice is overdue by the date in the time zone of its billing entity', async () => {
  const fixture = await openBillingFixture(api, admin);
  const zones = ['Etc/GMT+12', 'Etc/GMT-14'];
  const [west, east] = await Promise.all(
    zones.map(async (zone) => {
      const { rows } = await api.ownerPool.query<{ today: string }>(
        'select ((now() at time zone $1)::date)::text as today',
        [zone],
      );
      return rows[0]?.today ?? '';
    }),
  );
  // One of the two dates always differs from the database's date.
  const invoice = await fixture.issued(1_000, { issueDate: '2026-01-01', dueDate: west ?? '' });
  for (const [zone, isOverdue] of [
    [zones[0], false],
    [zones[1], (west ?? '') < (east ?? '')],
  ] as const) {
    await api.ownerPool.query('update billing_entity set timezone = $1 where id = $2', [
      zone,
      fixture.entityId,
    ]);
    expect((await admin.call(invoices.open, { id: invoice.id })).isOverdue).toBe(isOverdue);
    const list = await admin.call(invoices.list, { filter: { overdue: 'true', clientId: fixture.clientId } });
    expect(list.rows.length).toBe(isOverdue ? 1 : 0);
  }
});

it('receipts may be entered in any order, even if invoices must follow the order of dates', async () => {
  const fixture = await openBillingFixture(api, admin, {
    entityId: await makeEntity(api.db, { chronology: 'block' }),
  });
  await admin.call(receipts.create, fixture.receipt(100, { receiptDate: '2026-04-05' }));
  await admin.call(receipts.create, fixture.receipt(100, { receiptDate: '2026-04-01' }));
  await fixture.issued(100, { issueDate: '2026-03-02' });
  await expect(fixture.issued(100, { issueDate: '2026-03-01' })).rejects.toThrow('CHRONOLOGY_VIOLATION');
});

it('an Indian invoice refuses a place of supply that does not exist', async () => {
  const fixture = await openBillingFixture(api, admin);
  expect(await admin.refused(invoices.create, draftOf(fixture, { placeOfSupply: '45' }))).toMatchObject({
    errors: { placeOfSupply: [{ code: 'NOT_A_CHOICE' }] },
  });
});

it('an invoice bills an item at its current amount, even if it changes at that moment', async () => {
  const fixture = await openBillingFixture(api, admin);
  const { entityId, clientId } = fixture;
  const item = { entityId, clientId, description: 'Audit', amount: 10_000, taxCodeId, readyOn: '2026-03-01' };
  const { id } = await admin.call(pendingInvoices.create, item);
  const other = await api.ownerPool.connect();
  await other.query('begin');
  await other.query(`update pending_item set amount = 7000, reason = 'Agreed' where id = $1`, [id]);
  const drafted = admin.call(pendingInvoices.draft, { itemIds: [id], issueDate: '2026-03-01' });
  // The draft waits for the change, and then reads the new amount.
  const isWaiting = async () => (await api.ownerPool.query(waitsForLock)).rowCount !== 0;
  while (!(await isWaiting())) await wait(10);
  await other.query('commit');
  other.release();
  expect((await drafted).net).toBe(7_000);
});

const registration = (value: string) => [{ scheme: 'IN:GSTIN', value }];

it('an invoice takes the details of client and billing entity as of its issue', async () => {
  const gst = { code: uuidv7(), rate: '18', regime: 'IN', kind: 'GST' };
  const codeId = await makeTaxCode(api.db, gst);
  const entityId = await makeEntity(api.db, {
    regime: 'IN',
    country: 'IN',
    currency: 'INR',
    registrations: registration('27AAPFU0939F1ZV'),
  });
  const clientId = await makeClient(api.db, {
    entityId,
    crmId: admin.id,
    currency: 'INR',
    registrations: registration('29AABCF8078M1C8'),
  });
  const line = { description: 'Audit', qty: '1', unitPrice: '100.30', sacHsn: '998221', taxCodeId: codeId };
  const { id, version } = await admin.call(
    invoices.create,
    draftOf({ entityId, clientId }, { currency: 'INR', lines: [line] }),
  );
  await api.ownerPool.query(`update client_registration set value = '27AABCF8078M1C6' where client_id = $1`, [
    clientId,
  ]);
  await api.ownerPool.query('update billing_entity set round_total_to = 100 where id = $1', [entityId]);
  const issued = await admin.call(invoices.issue, { id }, { version });
  expect([issued.placeOfSupply, issued.rounding]).toEqual(['27', -36]);
  expect(issued.taxGroups[0]?.components.map(({ name }) => name)).toEqual(['CGST', 'SGST']);
  const kept = await api.ownerPool.query('select round_total_to::int from invoice where id = $1', [id]);
  expect(kept.rows).toEqual([{ round_total_to: 100 }]);
});

it('rounding is part of the base figures; an invoice in another currency is not rounded', async () => {
  const entityId = await makeEntity(api.db, { roundTotalTo: 100 });
  const clientId = await makeClient(api.db, { entityId, crmId: admin.id });
  const issue = async (price: string, terms: { currency?: string; fxRate?: string }) => {
    const lines = [{ description: 'Audit', qty: '1', unitPrice: price, taxCodeId }];
    const { id, version } = await admin.call(
      invoices.create,
      draftOf({ entityId, clientId }, { ...terms, lines }),
    );
    return admin.call(invoices.issue, { id }, { version });
  };
  const own = await issue('99.50', {});
  expect([own.rounding, own.total]).toEqual([-40, 12_000]);
  const foreign = await issue('99.50', { currency: 'USD', fxRate: '0.5' });
  expect([foreign.rounding, foreign.inBase]).toEqual([0, { net: 4975, tax: 1045, rounding: 0, total: 6020 }]);
  const { body } = await admin.inject(requestOf(invoices.export, { format: 'csv', filter: { entityId } }));
  expect(body).toContain(',EUR,1,99.50,20.90,-0.40,120.00,');
  expect(body).toContain(',EUR,0.5,49.75,10.45,0.00,60.20,');
});
