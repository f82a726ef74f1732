import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { taxRegisters } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import { findBookFaults } from '../../books/book-findings.ts';
import { issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { makeClient, makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { openVoucherFixture } from '../../../test/fixtures/voucher-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let entityId: string;
let clientId: string;
let vat20: string;
let vat10: string;

beforeEach(async () => {
  api = await startTestApi();
  admin = await api.as({});
  entityId = await makeEntity(api.db, { country: 'FR' });
  clientId = await makeClient(api.db, { entityId, crmId: admin.id });
  vat20 = await makeTaxCode(api.db, { code: 'V20', rate: '20' });
  vat10 = await makeTaxCode(api.db, { code: 'V10', rate: '10' });
  await setTaxDue('payment');
});
afterEach(() => api.stop());

const setTaxDue = (taxDue: string, changes: object[] = []) =>
  api.ownerPool.query('update billing_entity set tax_due = $1, tax_due_changes = $2 where id = $3', [
    taxDue,
    JSON.stringify(changes),
    entityId,
  ]);

async function issued(issueDate: string, parts: [net: string, taxCodeId: string][]): Promise<Invoice> {
  const { id, version } = await admin.call(invoices.create, {
    entityId,
    clientId,
    issueDate,
    dueDate: issueDate,
    currency: 'EUR',
    docLocale: 'en',
    lines: parts.map(([unitPrice, taxCodeId]) => ({ description: 'Advice', qty: '1', unitPrice, taxCodeId })),
  });
  return admin.call(invoices.issue, { id }, { version });
}

const received = (receiptDate: string, amount: number, invoiceId?: string) =>
  admin.call(receipts.create, {
    entityId,
    clientId,
    receiptDate,
    mode: 'bank',
    currency: 'EUR',
    amount,
    ...(invoiceId !== undefined && { allocations: [{ invoiceId, amount }] }),
  });

const credited = (
  issueDate: string,
  invoice: Invoice,
  line: number,
  amount: number,
  applied: Invoice | null = invoice,
) =>
  issuedCredit(
    admin,
    {
      entityId,
      clientId,
      currency: 'EUR',
      issueDate,
      docLocale: 'en',
      reasonCode: 'correction',
      lines: [{ invoiceLineId: invoice.lines[line]?.id ?? '', amount }],
    },
    applied
      ? [{ invoiceId: applied.id, amount: amount + amount * Number(invoice.lines[line]?.rate) * 0.01 }]
      : [],
  );

/** The rows of a month: event, rate, net and tax. Every month agrees with the ledger. */
async function rowsOf(month: string, days = '31') {
  const filter = { entityId, from: `${month}-01`, to: `${month}-${days}`, sheet: 'documents' as const };
  const { comparison, columns } = await admin.call(taxRegisters.total, { filter });
  expect(comparison.filter(({ difference }) => difference !== 0)).toEqual([]);
  const at = (id: string) => columns.findIndex((column) => column.id === id);
  const { rows } = await admin.call(taxRegisters.list, { filter, pageSize: 100 });
  return rows.map(({ cells }) => [
    cells[at('date')],
    cells[at('step')],
    cells[at('rate')],
    cells[at('net')],
    cells[at('tax')],
  ]);
}

const comparisonOf = async (from: string, to: string) =>
  (await admin.call(taxRegisters.total, { filter: { entityId, from, to } })).comparison;

// docs/rules.md#tax-due-by-payment
describe('tax that falls due by payment', () => {
  it('follows the money of an invoice with two rates, through all that can happen to it', async () => {
    const invoice = await issued('2026-01-10', [
      ['1000', vat20],
      ['1000', vat10],
    ]);
    expect(await rowsOf('2026-01')).toEqual([]);
    expect(await comparisonOf('2026-01-01', '2026-01-31')).toEqual([
      {
        component: 'VAT',
        register: 0,
        ledger: 30_000,
        deferred: 30_000,
        open: 30_000,
        difference: 0,
        others: 0,
      },
    ]);

    await received('2026-02-05', 69_000, invoice.id);
    const second = await received('2026-02-20', 46_000, invoice.id);
    expect(await rowsOf('2026-02', '28')).toEqual([
      ['2026-02-05', 'Paid', '20', 30_000, 6_000],
      ['2026-02-05', 'Paid', '10', 30_000, 3_000],
      ['2026-02-20', 'Paid', '20', 20_000, 4_000],
      ['2026-02-20', 'Paid', '10', 20_000, 2_000],
    ]);

    // A credit note makes nothing due; the tax in what is open falls by what it credits. Nor does an advance, until it is allocated.
    await credited('2026-03-05', invoice, 1, 50_000);
    await admin.call(receipts.unallocate, {
      id: second.id,
      allocationId: second.allocations[0]?.id ?? '',
      date: '2026-03-10',
    });
    const advance = await received('2026-03-20', 53_000);
    expect(await rowsOf('2026-03')).toEqual([
      ['2026-03-10', 'Reversed', '20', -20_000, -4_000],
      ['2026-03-10', 'Reversed', '10', -20_000, -2_000],
    ]);
    expect(await comparisonOf('2026-03-01', '2026-03-31')).toMatchObject([
      { register: -6_000, ledger: -5_000, deferred: 1_000, open: 16_000 },
    ]);

    const allocations = [{ invoiceId: invoice.id, amount: 53_000 }];
    await admin.call(receipts.allocate, { id: advance.id, date: '2026-04-15', allocations });
    expect(await rowsOf('2026-04', '30')).toEqual([
      ['2026-04-15', 'Paid', '20', 35_000, 7_000],
      ['2026-04-15', 'Paid', '10', 10_000, 1_000],
    ]);

    const { version } = await admin.call(invoices.open, { id: invoice.id });
    const loss = { id: invoice.id, amount: 10_600, date: '2026-05-02', reason: 'Goodwill' };
    await admin.call(writeOffs.create, loss, { version });
    expect(await rowsOf('2026-05')).toEqual([]);
    expect(await comparisonOf('2026-05-01', '2026-05-31')).toMatchObject([
      { register: 0, deferred: 0, open: 6_400 },
    ]);

    // The setting changes in mid-year; each document keeps what applied on its day.
    await setTaxDue('payment', [{ from: '2026-07-01', due: 'invoice' }]);
    await issued('2026-07-05', [['100', vat20]]);
    await received('2026-08-01', 42_400, invoice.id);
    expect(await rowsOf('2026-07')).toEqual([['2026-07-05', 'Posted', '20', 10_000, 2_000]]);
    expect(await rowsOf('2026-08')).toEqual([
      ['2026-08-01', 'Paid', '20', 28_000, 5_600],
      ['2026-08-01', 'Paid', '10', 8_000, 800],
    ]);

    // 300 invoiced, 50 credited, 16 written off; 20 of the other invoice.
    expect(await comparisonOf('2026-01-01', '2026-12-31')).toEqual([
      {
        component: 'VAT',
        register: 25_400,
        ledger: 27_000,
        deferred: 1_600,
        open: 0,
        difference: 0,
        others: 0,
      },
    ]);
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('is exactly the tax of an invoice that is paid in full, however it was split', async () => {
    const invoice = await issued('2026-01-10', [
      ['33.33', vat20],
      ['66.67', vat10],
      ['0.05', vat10],
    ]);
    for (const amount of [1, 1_111, 3_333, invoice.outstanding - 4_445])
      await received('2026-02-01', amount, invoice.id);
    const rows = await rowsOf('2026-02', '28');
    const sumOf = (rate: string, at: number) =>
      rows.filter((row) => row[2] === rate).reduce((total, row) => total + Number(row[at]), 0);
    expect([sumOf('20', 3), sumOf('20', 4), sumOf('10', 3), sumOf('10', 4)]).toEqual([
      3_333, 667, 6_672, 667,
    ]);
    expect(await comparisonOf('2026-01-01', '2026-12-31')).toMatchObject([{ deferred: 0, open: 0 }]);
  });

  it('goes back when a credit note of a paid invoice is refunded, and moves when it pays for another invoice', async () => {
    const first = await issued('2026-01-10', [['1000', vat20]]);
    await received('2026-01-20', 120_000, first.id);
    const note = await credited('2026-02-01', first, 0, 50_000, null);
    expect(await rowsOf('2026-02', '28')).toEqual([]);
    expect(await comparisonOf('2026-02-01', '2026-02-28')).toMatchObject([
      { deferred: -10_000, open: -10_000 },
    ]);
    const other = await issued('2026-03-01', [['200', vat20]]);
    const allocations = [{ invoiceId: other.id, amount: 24_000 }];
    const version = note.version;
    await admin.call(creditNotes.allocate, { id: note.id, date: '2026-03-02', allocations });
    expect(await rowsOf('2026-03')).toEqual([]);
    await admin.call(
      creditNotes.refund,
      { id: note.id, amount: 36_000, date: '2026-04-01', mode: 'bank' },
      { version },
    );
    expect(await rowsOf('2026-04', '30')).toEqual([['2026-04-01', 'Refunded', '20', -30_000, -6_000]]);
    expect(await comparisonOf('2026-01-01', '2026-12-31')).toMatchObject([
      { register: 14_000, ledger: 14_000, deferred: 0, open: 0 },
    ]);
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('leaves it to the invoice where the buyer owes the tax', async () => {
    const reverse = await makeTaxCode(api.db, { code: 'AE', rate: '0', category: 'AE' });
    clientId = await makeClient(api.db, {
      entityId,
      crmId: admin.id,
      registrations: [{ scheme: 'EU:VAT', value: 'DE136695976' }],
    });
    const invoice = await issued('2026-01-10', [['500', reverse]]);
    expect(await rowsOf('2026-01')).toEqual([['2026-01-10', 'Posted', '0', 50_000, 0]]);
    await received('2026-02-05', 50_000, invoice.id);
    expect(await rowsOf('2026-02', '28')).toEqual([]);
  });

  it('is due on receipt of a taxed advance, and then with the rest of the invoice', async () => {
    const fixture = await openVoucherFixture(api, admin);
    entityId = fixture.entityId;
    await setTaxDue('payment');
    const client = await fixture.ofClient();
    clientId = client.clientId;
    const voucher = await client.voucher(59_000, { receiptDate: '2026-04-05' });
    const invoice = await client.issued('1000', { issueDate: '2026-05-10', dueDate: '2026-05-10' });
    const allocations = [{ invoiceId: invoice.id, amount: 59_000 }];
    await admin.call(receipts.allocate, { id: voucher.id, date: '2026-05-12', allocations });
    const taxIn = async (month: string, days?: string) => {
      await rowsOf(month, days);
      return (await comparisonOf(`${month}-01`, `${month}-${days ?? '31'}`)).map(({ register }) => register);
    };
    expect(await taxIn('2026-04', '30')).toEqual([4_500, 4_500]);
    expect(await taxIn('2026-05')).toEqual([0, 0]);
    await admin.call(receipts.create, {
      ...client.given(59_000, { receiptDate: '2026-06-05', allocations }),
      voucherKind: 'receipt',
      advanceTaxCodeId: null,
    });
    expect(await taxIn('2026-06', '30')).toEqual([4_500, 4_500]);
    expect(await comparisonOf('2026-04-01', '2026-12-31')).toMatchObject([
      { register: 9_000, ledger: 9_000, open: 0 },
      { register: 9_000, ledger: 9_000, open: 0 },
    ]);
  });
});
