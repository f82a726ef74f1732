import { uuidv7 } from 'uuidv7';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { entryOf, openBillingFixture, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let taxCodeId: string;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling());
  taxCodeId = await makeTaxCode(api.db, { code: uuidv7(), rate: '25' });
});
afterEach(async () => expect(await findBookFaults(api.db)).toEqual([]));
afterAll(() => api.stop());

type Adjustment = { kind: 'allowance' | 'charge'; amount: number; reason?: string; taxCodeId?: string };

/** An invoice for fees at 25 %, with allowances and charges on the document. */
const invoiceOf = (
  prices: readonly string[],
  adjustments: readonly Adjustment[],
  of = fixture,
): Promise<Invoice> =>
  of.issued(0, {
    lines: prices.map((unitPrice) => ({ description: 'Advice', qty: '1', unitPrice, taxCodeId })),
    adjustments: adjustments.map((one) => ({ taxCodeId, ...one })),
  });

/** The rows of an invoice that the form offers to credit. */
async function offered(invoice: Invoice) {
  const { clientId, entityId } = fixture;
  const basis = await admin.call(creditNotes.basis, {
    clientId,
    entityId,
    currency: 'EUR',
    invoiceId: invoice.id,
  });
  const found = basis.invoices.find(({ id }) => id === invoice.id);
  if (!found) throw new Error('the invoice is not offered');
  return found;
}

const credit = (lines: { invoiceLineId: string; qty?: string; amount?: number }[]): Promise<CreditNote> =>
  issuedCredit(admin, { ...creditOf(fixture, []), currency: 'EUR', lines });

const figuresOf = ({ net, tax, rounding, total, taxGroups }: CreditNote | Invoice) => ({
  net,
  tax,
  rounding,
  total,
  taxGroups,
});

describe('a credit note of an invoice with a charge', () => {
  it('gives back the tax of its line, and the charge under its own name', async () => {
    const invoice = await invoiceOf(['1000.00'], [{ kind: 'charge', amount: 2500, reason: 'Courier' }]);
    const line = await credit([{ invoiceLineId: invoice.lines[0]?.id ?? '', qty: '1' }]);
    expect(line).toMatchObject({ net: 100_000, tax: 25_000, total: 125_000 });
    const charge = (await offered(invoice)).lines.find(({ leftAmount }) => leftAmount !== 0);
    expect(charge).toMatchObject({ kind: 'charge', description: 'Courier', leftAmount: 2500, leftQty: null });
    const rest = await credit([{ invoiceLineId: charge?.id ?? '', amount: 2500 }]);
    expect(rest).toMatchObject({ net: 2500, tax: 625, lines: [{ kind: 'charge', description: 'Courier' }] });
    expect(await entryOf(api, rest.id)).toMatchObject({ income: 2500, client_advance: -3125 });
    const more = creditOf(fixture, [], {
      currency: 'EUR',
      lines: [{ invoiceLineId: charge?.id ?? '', amount: 1 }],
    });
    expect(await admin.refused(creditNotes.create, more)).toMatchObject({ code: 'CN_EXCEEDS_INVOICE_LINE' });
  });

  it('repeats every figure of the whole invoice, with charges and allowances at several rates', async () => {
    const reduced = await makeTaxCode(api.db, { code: uuidv7(), rate: '5.5' });
    const invoice = await invoiceOf(
      ['333.33', '66.67'],
      [
        { kind: 'charge', amount: 1234, taxCodeId: reduced },
        { kind: 'allowance', amount: 3333 },
      ],
    );
    const rows = (await offered(invoice)).lines.map(({ id, leftAmount }) => ({
      invoiceLineId: id,
      amount: Math.abs(leftAmount),
    }));
    const note = await credit(rows);
    expect(figuresOf(note)).toEqual(figuresOf(invoice));
    expect(note.lines).toHaveLength(3);
  });

  it('repeats the figures of an invoice whose net is below zero and whose total is not', async () => {
    const exempt = await makeTaxCode(api.db, { code: uuidv7(), rate: '0' });
    const invoice = await fixture.issued(0, {
      lines: [
        { description: 'Advice', qty: '1', unitPrice: '100.00', taxCodeId },
        { description: 'Deposit of last year', qty: '-1', unitPrice: '110.00', taxCodeId: exempt },
      ],
    });
    expect(invoice).toMatchObject({ net: -1000, tax: 2500, total: 1500 });
    const rows = (await offered(invoice)).lines.map(({ id, leftAmount }) => ({
      invoiceLineId: id,
      amount: Math.abs(leftAmount),
    }));
    const note = await credit(rows);
    expect(figuresOf(note)).toEqual(figuresOf(invoice));
    expect((await offered(invoice)).lines.filter(({ leftAmount }) => leftAmount !== 0)).toEqual([]);
  });

  it('is refused by the database if it exceeds a charge', async () => {
    const invoice = await invoiceOf(['10.00'], [{ kind: 'charge', amount: 500 }]);
    const [, charge] = (await offered(invoice)).lines;
    const { id } = await admin.call(creditNotes.create, {
      ...creditOf(fixture, []),
      currency: 'EUR',
      lines: [{ invoiceLineId: charge?.id ?? '', amount: 500 }],
    });
    const more = 'update credit_note_line set amount = 501, net = 501, tax = 125 where credit_note_id = $1';
    const issue = `update credit_note set net = 501, tax = 125, total = 626, number = 'X', seq = 1, fy = '2026',
      supplier = bill_to, issued_at = now() where id = $1`;
    expect(await refusedInSql(api, [more, [id]], [issue, [id]])).toBe('DB012');
  });
});

it('credits part of a line’s quantity, with its share of the allowance', async () => {
  const invoice = await invoiceOf(['1000.00', '500.00'], [{ kind: 'allowance', amount: 15_000 }]);
  const [first, second] = invoice.lines;
  expect(await credit([{ invoiceLineId: first?.id ?? '', qty: '1' }])).toMatchObject({
    net: 90_000,
    tax: 22_500,
  });
  expect(await credit([{ invoiceLineId: second?.id ?? '', qty: '1' }])).toMatchObject({
    net: 45_000,
    tax: 11_250,
  });
  expect((await offered(invoice)).groups).toMatchObject([{ net: 0, components: [{ tax: 0 }] }]);
});

it('separates two taxes of the same rate, as its invoice does', async () => {
  const tax = (kind: string) =>
    makeTaxCode(api.db, { code: uuidv7(), rate: '0', category: 'O', regime: 'US', kind });
  const entityId = await makeEntity(api.db, { regime: 'US', country: 'US', currency: 'USD' });
  const at = await openBillingFixture(api, admin, { entityId, currency: 'USD' });
  const codes = [await tax('SALES'), await tax('NONE')];
  const invoice = await at.issued(0, {
    lines: codes.map((code, index) => ({
      description: 'Advice',
      qty: '1',
      unitPrice: `${index + 1}.00`,
      taxCodeId: code,
    })),
    adjustments: [{ kind: 'allowance', amount: 30, taxCodeId: codes[1] ?? '' }],
  });
  expect(invoice.taxGroups.map(({ net }) => net)).toEqual([100, 170]);
  const lines = invoice.lines.map(({ id }) => ({ invoiceLineId: id, qty: '1' }));
  const note = await issuedCredit(admin, creditOf(at, [[invoice, 1]], { lines }));
  expect(figuresOf(note)).toEqual(figuresOf(invoice));
});

const roundedFixture = async () =>
  openBillingFixture(api, admin, { entityId: await makeEntity(api.db, { roundTotalTo: 100 }) });
const freeLines = (at: BillingFixture, prices: readonly string[], issueDate = '2026-03-01') =>
  at.issued(0, {
    issueDate,
    lines: prices.map((unitPrice) => ({
      description: 'Copy',
      qty: '1',
      unitPrice,
      taxCodeId: at.taxCodeId,
    })),
  });

describe('a credit note of an entity that rounds totals', () => {
  it('credits an invoice of 17.00 as 9.00 and 8.00, and settles it with them', async () => {
    const at = await roundedFixture();
    const invoice = await freeLines(at, ['8.50', '8.50']);
    const totals = [];
    for (const { id } of invoice.lines) {
      const lines = [{ invoiceLineId: id, qty: '1' }];
      const { id: noteId, version } = await admin.call(
        creditNotes.create,
        creditOf(at, [[invoice, 1]], { lines }),
      );
      const [proposed] = await admin.call(creditNotes.openInvoices, { id: noteId });
      const allocations = [{ invoiceId: invoice.id, amount: proposed?.proposed ?? 0 }];
      const note = await admin.call(creditNotes.issue, { id: noteId, allocations }, { version });
      totals.push([note.total, note.available]);
    }
    expect(totals).toEqual([
      [900, 0],
      [800, 0],
    ]);
    expect(await admin.call(invoices.open, { id: invoice.id })).toMatchObject({
      status: 'paid',
      outstanding: 0,
    });
  });

  it('credits ten lines of 0.50 as 5.00, and never more than the invoice', async () => {
    const at = await roundedFixture();
    const invoice = await freeLines(
      at,
      Array.from({ length: 10 }, () => '0.50'),
    );
    const totals = [];
    for (const { id } of invoice.lines) {
      const lines = [{ invoiceLineId: id, qty: '1' }];
      totals.push((await issuedCredit(admin, creditOf(at, [[invoice, 1]], { lines }))).total);
    }
    expect(totals).toEqual([100, 0, 100, 0, 100, 0, 100, 0, 100, 0]);
  });

  it('gives back the tax of an invoice whose total was rounded to zero', async () => {
    const at = await roundedFixture();
    const line = { description: 'Copy', qty: '1', unitPrice: '0.30', taxCodeId };
    const invoice = await at.issued(0, { lines: [line] });
    expect(invoice).toMatchObject({ net: 30, tax: 8, rounding: -38, total: 0, status: 'paid' });
    const note = await issuedCredit(admin, creditOf(at, [[invoice, 30]]));
    expect(note).toMatchObject({ net: 30, tax: 8, rounding: -38, total: 0 });
    const wrong = await at.issued(0, { lines: [line] });
    const { version } = wrong;
    await admin.call(invoices.void, { id: wrong.id, voidDate: '2026-04-05', reason: 'Wrong' }, { version });
  });

  it('uses the terms of the invoice, whatever the entity’s terms are today', async () => {
    const at = await roundedFixture();
    const invoice = await freeLines(at, ['16.60']);
    await api.db
      .updateTable('billingEntity')
      .set({ roundTotalTo: 0, roundingMode: 'line', roundingDir: 'floor', roundingFrom: '2026-03-02' })
      .where('id', '=', at.entityId)
      .execute();
    const later = await freeLines(at, ['16.60'], '2026-03-02');
    expect(await issuedCredit(admin, creditOf(at, [[invoice, 1660]]))).toMatchObject({
      rounding: 40,
      total: 1700,
    });
    const both = creditOf(at, [
      [later, 100],
      [invoice, 100],
    ]);
    expect(await admin.refused(creditNotes.create, both)).toMatchObject({
      errors: { 'lines.1.invoiceLineId': [{ code: 'CREDIT_TERMS_DIFFER' }] },
    });
  });
});
