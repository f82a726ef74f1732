import { uuidv7 } from 'uuidv7';
import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { entryOf, openBillingFixture, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient, makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { json } from '../../db/database.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling());
});
afterAll(() => api.stop());

const refusedFields = async (more: object) =>
  (await admin.refused(receipts.create, fixture.receipt(100, more))).errors;
const today = new Date().toISOString().slice(0, 10);
const openInvoice = (id: string) => admin.call(invoices.open, { id });

describe('a receipt', () => {
  it('settles by the amount received and the tax withheld, and shows both (worked example TDS)', async () => {
    const entityId = await makeEntity(api.db, {
      currency: 'INR',
      regime: 'IN',
      country: 'IN',
      roundTotalTo: 100,
      registrations: [{ scheme: 'IN:GSTIN', value: '27AAPFU0939F1ZV' }],
      regionCode: 'IN-MH',
    });
    const clientId = await makeClient(api.db, {
      entityId,
      crmId: admin.id,
      currency: 'INR',
      withholdingRate: '10',
      taxTreatment: 'unregistered',
    });
    const taxCodeId = await makeTaxCode(api.db, { code: 'GST18', rate: '18', regime: 'IN', kind: 'GST' });
    const draft = await admin.call(invoices.create, {
      entityId,
      clientId,
      issueDate: '2026-04-01',
      dueDate: '2026-04-30',
      currency: 'INR',
      docLocale: 'en',
      withholdingRate: '10',
      lines: [{ description: 'Audit', sacHsn: '998222', qty: '1', unitPrice: '1836', taxCodeId }],
    });
    const invoice = await admin.call(invoices.issue, { id: draft.id }, { version: 1 });
    expect(invoice).toMatchObject({ tax: 33_048, rounding: -48, total: 216_600, withheldExpected: 18_360 });

    const receipt = await admin.call(receipts.create, {
      entityId,
      clientId,
      receiptDate: '2026-04-20',
      mode: 'bank',
      currency: 'INR',
      amount: 198_240,
      withheld: 18_360,
      withholdingSection: '194J',
      allocations: [{ invoiceId: invoice.id, amount: 216_600 }],
    });
    expect(receipt).toMatchObject({ status: 'posted', allocated: 216_600, unallocated: 0, warnings: [] });
    expect(receipt.allocations).toMatchObject([
      { amount: 216_600, withheldPart: 18_360, date: '2026-04-20' },
    ]);
    expect(await openInvoice(invoice.id)).toMatchObject({ status: 'paid', outstanding: 0 });
    expect(await entryOf(api, receipt.id)).toEqual({
      bank: 198_240,
      withholding_receivable: 18_360,
      receivable: -216_600,
    });
    const ledger = await admin.call(clientLedgers.open, {
      clientId,
      entityId,
      currency: 'INR',
      asOf: '2026-04-30',
    });
    expect(ledger.rows.map(({ kind, debit, credit, balance }) => [kind, debit, credit, balance])).toEqual([
      ['invoice', 216_600, 0, 216_600],
      ['receipt', 0, 198_240, 18_360],
      ['withheld', 0, 18_360, 0],
    ]);
    expect(ledger).toMatchObject({ opening: 0, debit: 216_600, credit: 216_600, closing: 0 });
  });

  it('leaves the last cent outstanding (worked example CENT)', async () => {
    const invoice = await fixture.issued(10_000);
    await admin.call(
      receipts.create,
      fixture.receipt(9999, { allocations: [{ invoiceId: invoice.id, amount: 9999 }] }),
    );
    expect(await openInvoice(invoice.id)).toMatchObject({ status: 'part_paid', outstanding: 1 });
  });

  it('keeps the unallocated amount as the client’s advance, bank charges included', async () => {
    const [first, second] = [await fixture.issued(10_000), await fixture.issued(5000)];
    const receipt = await admin.call(
      receipts.create,
      fixture.receipt(19_900, {
        bankCharge: 100,
        allocations: [
          { invoiceId: first.id, amount: 10_000 },
          { invoiceId: second.id, amount: 2000 },
        ],
      }),
    );
    expect(receipt).toMatchObject({ allocated: 12_000, unallocated: 8000 });
    expect(await entryOf(api, receipt.id)).toEqual({
      bank: 19_900,
      bank_charge: 100,
      receivable: -12_000,
      client_advance: -8000,
    });
    const settled = await admin.call(receipts.allocate, {
      id: receipt.id,
      date: '2026-04-10',
      allocations: [{ invoiceId: second.id, amount: 3000 }],
    });
    expect(settled).toMatchObject({ allocated: 15_000, unallocated: 5000 });
    expect(settled.allocations.map(({ date }) => date)).toEqual(['2026-04-05', '2026-04-05', '2026-04-10']);
    expect(await entryOf(api, settled.allocations[2]?.id ?? '')).toEqual({
      client_advance: 3000,
      receivable: -3000,
    });
    expect(await openInvoice(second.id)).toMatchObject({ status: 'paid', outstanding: 0 });
  });

  it('posts to the account of its mode', async () => {
    const cash = await admin.call(receipts.create, fixture.receipt(100, { mode: 'cash' }));
    expect(cash.receivedBy?.id).toBe(admin.id);
    expect(await entryOf(api, cash.id)).toEqual({ cash: 100, client_advance: -100 });
    const cheque = await admin.call(
      receipts.create,
      fixture.receipt(200, {
        mode: 'cheque',
        instrumentNo: '000123',
        instrumentBank: 'First Bank',
        instrumentDate: '2026-04-01',
      }),
    );
    expect(await entryOf(api, cheque.id)).toEqual({ cheques_in_hand: 200, client_advance: -200 });
    const certificate = await admin.call(
      receipts.create,
      fixture.receipt(0, { mode: 'adjustment', withheld: 50 }),
    );
    expect(await entryOf(api, certificate.id)).toEqual({ withholding_receivable: 50, client_advance: -50 });
  });

  it('names the bank account of its billing entity', async () => {
    const account = { id: uuidv7(), label: 'Current account' };
    const entityId = await makeEntity(api.db);
    await api.db
      .updateTable('billingEntity')
      .set({ bankAccounts: json([{ ...account, iban: 'GB29NWBK60161331926819' }]) })
      .where('id', '=', entityId)
      .execute();
    const basis = await admin.call(receipts.basis, { entityId });
    expect(basis).toEqual({ today, baseCurrency: 'EUR', bankAccounts: [account] });
    expect(await admin.refused(receipts.basis, { entityId: uuidv7() })).toMatchObject({ code: 'NOT_FOUND' });
    const receipt = await admin.call(
      receipts.create,
      fixture.receipt(100, { entityId, bankAccountId: account.id }),
    );
    expect(receipt.bankAccount).toEqual(account);
  });

  it('settles an invoice of a later date on that date', async () => {
    const later = await fixture.issued(1000, { issueDate: '2026-05-01', dueDate: '2026-05-31' });
    const receipt = await admin.call(
      receipts.create,
      fixture.receipt(1000, { allocations: [{ invoiceId: later.id, amount: 1000 }] }),
    );
    expect(receipt.allocations[0]?.date).toBe('2026-05-01');
    expect(await entryOf(api, receipt.id)).toEqual({ bank: 1000, client_advance: -1000 });
    expect(await entryOf(api, receipt.allocations[0]?.id ?? '')).toEqual({
      client_advance: 1000,
      receivable: -1000,
    });
  });

  it('shows a warning if an earlier receipt has the same reference', async () => {
    const reference = `UTR ${uuidv7()}`;
    const first = await admin.call(receipts.create, fixture.receipt(100, { reference }));
    expect(first.warnings).toEqual([]);
    const second = await admin.call(receipts.create, fixture.receipt(100, { reference }));
    expect(second.warnings).toEqual([
      { code: 'SAME_REFERENCE', params: { id: first.id, number: first.number } },
    ]);
  });

  it('is refused with an error on each wrong field', async () => {
    expect(await refusedFields({ receiptDate: '2150-01-01' })).toEqual({
      receiptDate: [{ code: 'DATE_FUTURE' }],
    });
    expect(Object.keys(await refusedFields({ mode: 'cheque' }))).toEqual([
      'instrumentNo',
      'instrumentBank',
      'instrumentDate',
    ]);
    expect(await refusedFields({ amount: 0 })).toEqual({ amount: [{ code: 'REQUIRED' }] });
    expect(Object.keys(await refusedFields({ mode: 'adjustment', bankCharge: 1 }))).toEqual([
      'amount',
      'bankCharge',
    ]);
    expect(await refusedFields({ fxRate: '1.1' })).toEqual({ fxRate: [{ code: 'FX_RATE_SAME_CURRENCY' }] });
    expect(await refusedFields({ bankAccountId: uuidv7() })).toEqual({
      bankAccountId: [{ code: 'REFERENCE_UNKNOWN' }],
    });
    expect(Object.keys(await refusedFields({ clientId: uuidv7() }))).toEqual(['clientId']);
    expect(Object.keys(await refusedFields({ entityId: uuidv7() }))).toEqual(['entityId']);
    expect(Object.keys(await refusedFields({ mode: 'cash', receivedBy: uuidv7() }))).toEqual(['receivedBy']);
  });

  it('is refused with an error on each row whose allocation does not fit, and posts nothing', async () => {
    const invoice = await fixture.issued(1000);
    const other = await (await openBillingFixture(api, admin, { entityId: fixture.entityId })).issued(1000);
    const dollars = await fixture.issued(1000, { currency: 'USD', fxRate: '0.9' });
    const elsewhere = await makeEntity(api.db);
    const refused = async (allocations: { invoiceId: string; amount: number }[], more = {}) => {
      const { code, httpStatus, errors } = await admin.refused(
        receipts.create,
        fixture.receipt(1500, { allocations, ...more }),
      );
      return { code, httpStatus, fields: Object.keys(errors) };
    };
    expect(
      await refused([
        { invoiceId: invoice.id, amount: 600 },
        { invoiceId: invoice.id, amount: 401 },
      ]),
    ).toEqual({ code: 'ALLOC_EXCEEDS_TARGET', httpStatus: 422, fields: ['allocations.1.amount'] });
    expect(await refused([{ invoiceId: invoice.id, amount: 1000 }], { amount: 999 })).toMatchObject({
      code: 'ALLOC_EXCEEDS_SOURCE',
      fields: ['allocations.0.amount'],
    });
    expect(await refused([{ invoiceId: dollars.id, amount: 1 }])).toMatchObject({
      code: 'CURRENCY_MISMATCH',
    });
    expect(await refused([{ invoiceId: invoice.id, amount: 1 }], { entityId: elsewhere })).toMatchObject({
      code: 'ENTITY_MISMATCH',
    });
    for (const invoiceId of [other.id, uuidv7()])
      expect(await refused([{ invoiceId, amount: 1 }])).toMatchObject({ code: 'REFERENCE_UNKNOWN' });
    expect(await openInvoice(invoice.id)).toMatchObject({ status: 'issued', outstanding: 1000 });
  });
});
