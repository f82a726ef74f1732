import { uuidv7 } from 'uuidv7';
import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { entryOf, openBillingFixture, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { makeClient, makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling());
});
afterAll(() => api.stop());

const open = (id: string) => admin.call(invoices.open, { id });

/** An Indian entity that bills within its own state and rounds to the rupee. */
async function gstFixture(codeRate = '12') {
  const rounded = { roundTotalTo: 100, registrations: [{ scheme: 'IN:GSTIN', value: '27AAPFU0939F1ZV' }] };
  const india = { regime: 'IN', country: 'IN', currency: 'INR' };
  const entityId = await makeEntity(api.db, { ...india, ...rounded });
  const clientId = await makeClient(api.db, {
    entityId,
    crmId: admin.id,
    currency: 'INR',
    registrations: [{ scheme: 'IN:GSTIN', value: '27AABCF8078M1C6' }],
  });
  const taxCodeId = await makeTaxCode(api.db, { code: uuidv7(), rate: codeRate, regime: 'IN', kind: 'GST' });
  const issued = async (prices: readonly string[]) => {
    const { id, version } = await admin.call(invoices.create, {
      entityId,
      clientId,
      issueDate: '2026-03-01',
      dueDate: '2026-03-31',
      currency: 'INR',
      docLocale: 'en',
      lines: prices.map((unitPrice) => ({
        description: 'Filing',
        qty: '1',
        unitPrice,
        sacHsn: '998221',
        taxCodeId,
      })),
    });
    return admin.call(invoices.issue, { id }, { version });
  };
  return { entityId, clientId, issued };
}

it('a credit note of two lines of 7.60 at 12 % has the amounts of the worked example (GST3)', async () => {
  const { issued, ...gst } = await gstFixture();
  const invoice = await issued(['7.60', '7.60', '100.00']);
  const lines = invoice.lines.slice(0, 2).map(({ id }) => ({ invoiceLineId: id, qty: '1' }));
  const note = await issuedCredit(admin, creditOf(gst, [[invoice, 1]], { currency: 'INR', lines }));
  expect(note).toMatchObject({ number: 'CN/26/0001', net: 1520, tax: 182, rounding: -2, total: 1700 });
  expect(note.taxGroups[0]?.components).toEqual([
    { name: 'CGST', tax: 91 },
    { name: 'SGST', tax: 91 },
  ]);
  const { rows } = await api.ownerPool.query<{ components: { tax: number }[] }>(
    'select components from credit_note_line where credit_note_id = $1 order by no',
    [note.id],
  );
  expect(rows.map(({ components }) => components[0]?.tax)).toEqual([46, 45]);
  expect(await entryOf(api, note.id)).toEqual({
    income: 1520,
    'output_tax.CGST': 91,
    'output_tax.SGST': 91,
    rounding: -2,
    client_advance: -1700,
  });
});

it('credit notes reverse an invoice to the cent, at once or in parts', async () => {
  const { issued, ...gst } = await gstFixture('18');
  const invoice = await issued(['62.51', '33.33']);
  let tax = 0;
  for (const [row, amount] of [
    [0, 5000],
    [0, 1251],
    [1, 3333],
  ] as const) {
    const line = { invoiceLineId: invoice.lines[row]?.id ?? '', amount };
    const note = await issuedCredit(admin, creditOf(gst, [[invoice, 1]], { currency: 'INR', lines: [line] }));
    tax += note.tax;
  }
  expect(tax).toBe(invoice.tax);
  const again = creditOf(gst, [[invoice, 1]], { currency: 'INR' });
  expect(await admin.refused(creditNotes.create, again)).toMatchObject({
    code: 'CN_EXCEEDS_INVOICE_LINE',
    errors: { 'lines.0.amount': [{ code: 'CN_EXCEEDS_INVOICE_LINE' }] },
  });
});

it('a credit note credits several invoices, settles others too, and its remainder is refunded', async () => {
  const [a, b, c] = [await fixture.issued(1000), await fixture.issued(500), await fixture.issued(300)];
  await admin.call(
    receipts.create,
    fixture.receipt(1000, { allocations: [{ invoiceId: a.id, amount: 1000 }] }),
  );
  const note = await issuedCredit(
    admin,
    creditOf(fixture, [
      [a, 600],
      [b, 200],
    ]),
    [{ invoiceId: b.id, amount: 200 }],
  );
  expect(note).toMatchObject({ total: 800, applied: 200, available: 600, status: 'part_applied' });
  expect(await open(b.id)).toMatchObject({ status: 'part_paid', paid: 0, credited: 200, outstanding: 300 });
  expect(await entryOf(api, note.id)).toEqual({ income: 800, receivable: -200, client_advance: -600 });
  const applied = await admin.call(creditNotes.allocate, {
    id: note.id,
    date: '2026-04-06',
    allocations: [{ invoiceId: c.id, amount: 300 }],
  });
  expect(applied).toMatchObject({ available: 300, applied: 500 });
  expect(await open(c.id)).toMatchObject({ status: 'paid', credited: 300, outstanding: 0 });
  expect((await open(c.id)).settlements).toMatchObject([
    { kind: 'credit_note', document: { id: note.id, label: note.number }, amount: 300 },
  ]);
  const refunded = await admin.call(creditNotes.refund, {
    id: note.id,
    date: '2026-04-07',
    amount: 300,
    mode: 'bank',
    reference: 'UTR 42',
  });
  expect(refunded).toMatchObject({ status: 'applied', available: 0, refunded: 300 });
  expect(await entryOf(api, refunded.refunds[0]?.id ?? '')).toEqual({ client_advance: 300, bank: -300 });
  const ledger = await admin.call(clientLedgers.open, {
    clientId: fixture.clientId,
    entityId: fixture.entityId,
    currency: 'EUR',
    asOf: '2026-04-30',
  });
  expect(ledger.rows.map(({ kind, debit, credit }) => [kind, debit - credit])).toEqual([
    ['invoice', 1000],
    ['invoice', 500],
    ['invoice', 300],
    ['receipt', -1000],
    ['credit_note', -800],
    ['refund', 300],
  ]);
  expect(ledger.closing).toBe(300);
});

it('reversing one application of a credit note leaves the others', async () => {
  const [a, b] = [await fixture.issued(400), await fixture.issued(400)];
  const note = await issuedCredit(admin, creditOf(fixture, [[a, 400]]), [
    { invoiceId: a.id, amount: 150 },
    { invoiceId: b.id, amount: 250 },
  ]);
  const [first] = note.allocations;
  const back = await admin.call(creditNotes.unallocate, {
    id: note.id,
    allocationId: first?.id ?? '',
    date: '2026-04-06',
  });
  expect(back).toMatchObject({ applied: 250, available: 150, status: 'part_applied' });
  expect(await open(a.id)).toMatchObject({ status: 'issued', credited: 0, outstanding: 400 });
  expect(await open(b.id)).toMatchObject({ credited: 250, outstanding: 150 });
  const twice = { id: note.id, allocationId: first?.id ?? '', date: '2026-04-06' };
  expect(await admin.refused(creditNotes.unallocate, twice)).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
});

it('a credit note can be voided only while it is unused, and then its invoice can be credited again', async () => {
  const invoice = await fixture.issued(700);
  const note = await issuedCredit(admin, creditOf(fixture, [[invoice, 700]]), [
    { invoiceId: invoice.id, amount: 700 },
  ]);
  const undo = { id: note.id, voidDate: '2026-04-08', reason: 'Wrong client' };
  expect(await admin.refused(creditNotes.void, undo, { version: note.version })).toMatchObject({
    code: 'STATE_NOT_ALLOWED',
  });
  const allocationId = note.allocations[0]?.id ?? '';
  await admin.call(creditNotes.unallocate, { id: note.id, allocationId, date: '2026-04-07' });
  const { version } = await open(invoice.id);
  const voidInvoice = { id: invoice.id, voidDate: '2026-04-08', reason: 'Wrong' };
  expect(await admin.refused(invoices.void, voidInvoice, { version })).toMatchObject({
    code: 'STATE_NOT_ALLOWED',
  });
  const gone = await admin.call(creditNotes.void, undo, { version: note.version });
  expect(gone).toMatchObject({ status: 'void', number: note.number, available: 0 });
  expect(await entryOf(api, [note.id, allocationId])).toEqual({
    income: 0,
    receivable: 0,
    client_advance: 0,
  });
  await issuedCredit(admin, creditOf(fixture, [[invoice, 700]]));
});

it('a credit note makes finished work pending again, and its void bills the work again', async () => {
  const { entityId, clientId } = fixture;
  const taxCodeId = await makeTaxCode(api.db, { code: uuidv7(), rate: '0', category: 'E' });
  const readyOn = '2026-03-01';
  const item = { entityId, clientId, description: 'Return', amount: 900, taxCodeId, readyOn };
  const { id: itemId } = await admin.call(pendingInvoices.create, item);
  const draft = await admin.call(pendingInvoices.draft, { itemIds: [itemId], issueDate: readyOn });
  const invoice = await admin.call(invoices.issue, { id: draft.id }, { version: draft.version });
  const stateOf = async () =>
    (await api.ownerPool.query<object>('select status, invoice_id from pending_item where id = $1', [itemId]))
      .rows[0];
  // The work of a line that is credited in part stays billed.
  await issuedCredit(admin, creditOf(fixture, [[invoice, 400]], { billAgain: true }));
  expect(await stateOf()).toEqual({ status: 'invoiced', invoice_id: invoice.id });
  const note = await issuedCredit(admin, creditOf(fixture, [[invoice, 500]], { billAgain: true }));
  expect(note.lines[0]?.isReopened).toBe(true);
  expect(await stateOf()).toEqual({ status: 'open', invoice_id: null });
  const undo = { id: note.id, voidDate: '2026-04-08', reason: 'Kept after all' };
  await admin.call(creditNotes.void, undo, { version: note.version });
  expect(await stateOf()).toEqual({ status: 'invoiced', invoice_id: invoice.id });
});

it('a credit note uses the rate of the invoice, and a refund at the day’s rate posts the difference', async () => {
  const dollars = { currency: 'USD', fxRate: '0.9' };
  const invoice = await fixture.issued(10_000, dollars);
  const note = await issuedCredit(admin, creditOf(fixture, [[invoice, 10_000]]), [
    { invoiceId: invoice.id, amount: 4000 },
  ]);
  expect(await entryOf(api, note.id, 'base')).toEqual({
    income: 9000,
    receivable: -3600,
    client_advance: -5400,
  });
  expect(note).toMatchObject({ inBase: { net: 9000, tax: 0, total: 9000 } });
  expect(await admin.call(creditNotes.open, { id: note.id })).toEqual(note);
  const refund = { id: note.id, date: '2026-04-09', amount: 6000, mode: 'bank' as const };
  expect(await admin.refused(creditNotes.refund, refund)).toMatchObject({
    errors: { fxRate: [{ code: 'REQUIRED' }] },
  });
  const { refunds } = await admin.call(creditNotes.refund, { ...refund, fxRate: '0.95' });
  expect(await entryOf(api, refunds[0]?.id ?? '', 'base')).toEqual({
    client_advance: 5400,
    bank: -5700,
    fx_difference: 300,
  });
  expect(refunds).toMatchObject([{ fxRate: '0.95', amountInBase: 5700, exchangeGain: -300 }]);
});

it('a credit note has the address of its invoice', async () => {
  const at = await openBillingFixture(api, admin);
  const address = {
    line1: '7 Park Street',
    city: 'Kolkata',
    postal: '700016',
    regionCode: 'IN-WB',
    country: 'IN',
  };
  await api.db
    .insertInto('clientAddress')
    .values({ clientId: at.clientId, no: 1, kind: 'billing', ...address })
    .execute();
  const invoice = await at.issued(1000);
  const { billTo } = await issuedCredit(admin, creditOf(at, [[invoice, 100]]));
  expect(billTo).toEqual(invoice.billTo);
  expect(billTo.lines).toContain('Kolkata - 700016');
});

it('a credit note is refused on each field that does not fit the others', async () => {
  const invoice = await fixture.issued(1000);
  const dollars = await fixture.issued(1000, { currency: 'USD', fxRate: '0.9' });
  const other = await openBillingFixture(api, admin, { entityId: fixture.entityId });
  const theirs = await other.issued(1000);
  const draft = creditOf(fixture, [
    [invoice, 100],
    [theirs, 100],
    [dollars, 100],
    [invoice, 1],
  ]);
  expect(await admin.refused(creditNotes.create, draft)).toMatchObject({
    errors: {
      'lines.1.invoiceLineId': [{ code: 'REFERENCE_UNKNOWN' }],
      'lines.2.invoiceLineId': [{ code: 'CURRENCY_MISMATCH' }],
      'lines.3.invoiceLineId': [{ code: 'TWICE' }],
    },
  });
  const early = creditOf(fixture, [[invoice, 100]], { issueDate: '2026-02-28', reasonCode: 'other' });
  expect(await admin.refused(creditNotes.create, early)).toMatchObject({
    errors: { issueDate: [{ code: 'DATE_TOO_EARLY' }], reason: [{ code: 'REQUIRED' }] },
  });
});
