import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { journal } from '@daybook/contracts/billing/journal/journal';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { minor, negate } from '@daybook/contracts/money/money';
import { requestOf } from '../../http/request-of.ts';
import { findBookFaults } from '../../books/book-findings.ts';
import { trialBalance } from '../../ledger/trial-balance.ts';
import { entryOf, openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import { pdfPages, withoutSpace } from '../../../test/files/pdf-pages.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { openVoucherFixture } from '../../../test/fixtures/voucher-fixture.ts';
import type { GivenReceipt, VoucherFixture } from '../../../test/fixtures/voucher-fixture.ts';

let api: TestApi;
let admin: Caller;
let fixture: VoucherFixture;
let entityId: string;
let exempt: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  fixture = await openVoucherFixture(api, admin);
  ({ entityId } = fixture);
  exempt = await makeTaxCode(api.db, { code: 'GSTX', rate: '0', regime: 'IN', kind: 'GST', category: 'E' });
});
afterAll(() => api.stop());

const ofClient = (choice?: Parameters<VoucherFixture['ofClient']>[0]) => fixture.ofClient(choice);

const gstOf = (tax: number) => ({ 'output_tax_on_advance.CGST': tax, 'output_tax_on_advance.SGST': tax });
const sourcesOf = ({ id, allocations, refunds }: Awaited<ReturnType<typeof voucherNow>>) => [
  id,
  ...[...allocations, ...refunds].map((part) => part.id),
];
const voucherNow = (id: string) => admin.call(receipts.open, { id });

it('an advance of 590 holds tax of 45 + 45; an invoice of 118 releases 9 + 9 and leaves 400 net; the remainder goes back to zero (ADV)', async () => {
  const client = await ofClient();
  const voucher = await client.voucher(59_000);
  expect(voucher.number).toMatch(/^ADV\//);
  expect(voucher.advance).toMatchObject({
    ratePct: '18',
    placeOfSupply: '27',
    taken: { gross: 59_000, net: 50_000, tax: 9_000 },
  });
  expect(await entryOf(api, voucher.id)).toEqual({ bank: 59_000, client_advance: -50_000, ...gstOf(-4_500) });
  const invoice = await client.issued('100');
  expect(invoice.payable).toBe(11_800);
  const basis = { entityId, clientId: client.clientId, issueDate: '2026-04-10' };
  expect((await admin.call(invoices.basis, basis)).advance).toBe(59_000);

  const allocations = [{ invoiceId: invoice.id, amount: 11_800 }];
  const used = await admin.call(receipts.allocate, { id: voucher.id, date: '2026-04-12', allocations });
  const [allocation] = used.allocations;
  expect(await entryOf(api, allocation?.id ?? '')).toEqual({
    client_advance: 10_000,
    ...gstOf(900),
    receivable: -11_800,
  });
  expect((await admin.call(invoices.open, { id: invoice.id })).outstanding).toBe(0);
  expect([used.unallocated, used.advance?.left]).toMatchObject([47_200, { net: 40_000, tax: 7_200 }]);
  const { closing, rows } = await client.ledger('2026-04-30');
  expect([closing, rows.map(({ debit, credit }) => debit - credit)]).toEqual([-47_200, [-59_000, 11_800]]);

  const back = { id: voucher.id, date: '2026-04-20', amount: 47_200, mode: 'bank' as const };
  const refunded = await admin.call(receipts.refund, back);
  expect(refunded.refunds[0]?.number).toMatch(/^RFV\//);
  expect(await entryOf(api, refunded.refunds[0]?.id ?? '')).toEqual({
    client_advance: 40_000,
    ...gstOf(3_600),
    bank: -47_200,
  });
  expect(await entryOf(api, sourcesOf(refunded))).toMatchObject({ client_advance: 0, ...gstOf(0) });
  const [refund] = refunded.refunds;
  const { rows: entries } = await admin.call(journal.list, { filter: { entityId, source: 'refund' } });
  expect(entries[0]?.document).toEqual({
    id: voucher.id,
    number: refund?.number,
    docKind: 'refund_voucher',
  });
  const asked = requestOf(receipts.refundPdf, { id: voucher.id, refundId: refund?.id ?? '' });
  const paper = await admin.inject(asked);
  const text = pdfPages(paper.rawPayload)[0]?.text ?? '';
  for (const part of [
    'Refund voucher',
    refund?.number ?? '',
    voucher.number,
    '18%',
    '400.00',
    '36.00',
    '472.00',
  ])
    expect(text).toContain(withoutSpace(part));
  const undo = { id: voucher.id, refundId: refund?.id ?? '', date: '2026-04-21', reason: 'Never sent' };
  const again = await admin.call(receipts.takeBackRefund, undo);
  expect(again).toMatchObject({ refunded: 0, unallocated: 47_200 });
  expect(await entryOf(api, sourcesOf(again))).toMatchObject({ client_advance: -40_000, ...gstOf(-3_600) });
  const reversed = await admin.inject(asked);
  expect(pdfPages(reversed.rawPayload)[0]?.text).toContain('REVERSED');
  expect(await findBookFaults(api.db)).toEqual([]);
});

const componentsOf = async (gstin?: string) => {
  const { clientId } = await ofClient(gstin ? { gstin } : {});
  const { taxCodes } = await admin.call(invoices.basis, { entityId, clientId, issueDate: '2026-04-10' });
  const { treatment } = taxCodes.find(({ id }) => id === exempt) ?? {};
  return [treatment?.category, treatment?.components.map(({ name }) => name)];
};

it('an untaxed advance has the tax columns of its place: within the state there is no IGST', async () => {
  expect(await componentsOf()).toEqual(['E', ['CGST', 'SGST']]);
  expect(await componentsOf('29AABCF8078M1C8')).toEqual(['E', ['IGST']]);
});

it('only what is not allocated at once is an advance; a reversed allocation becomes one, and reversing the receipt reverses it all', async () => {
  const client = await ofClient({ gstin: '29AABCF8078M1C8' });
  const invoice = await client.issued('100', { issueDate: '2026-04-01' });
  const allocations = [{ invoiceId: invoice.id, amount: 11_800 }];
  const { id, advance, allocations: rows } = await client.voucher(23_600, { allocations });
  expect(advance).toMatchObject({ placeOfSupply: '29', taken: { gross: 11_800, net: 10_000 } });
  expect(await entryOf(api, id)).toEqual({
    bank: 23_600,
    receivable: -11_800,
    client_advance: -10_000,
    'output_tax_on_advance.IGST': -1_800,
  });
  const before = await trialBalance(api.db, entityId, '2026-04-06');
  await admin.call(receipts.unallocate, { id, allocationId: rows[0]?.id ?? '', date: '2026-04-07' });
  expect(await entryOf(api, sourcesOf(await voucherNow(id)))).toMatchObject({
    client_advance: -20_000,
    'output_tax_on_advance.IGST': -3_600,
  });
  await admin.call(receipts.reverse, { id, date: '2026-04-08', reason: 'Entered twice' });
  expect(await entryOf(api, sourcesOf(await voucherNow(id)))).toEqual({
    bank: 0,
    receivable: 0,
    client_advance: 0,
    'output_tax_on_advance.IGST': 0,
  });
  // The report as of 6 April is unchanged.
  expect(await trialBalance(api.db, entityId, '2026-04-06')).toEqual(before);
});

it('the tax of the remainder stays exact for parts of any size, in another currency too', async () => {
  const client = await ofClient({ currency: 'USD' });
  const voucher = await client.voucher(10_001, { fxRate: '83.4512' });
  const invoice = await client.issued('30.01', { fxRate: '84.1' });
  const parts = [1, 7, 333, 1_111];
  for (const amount of parts)
    await admin.call(receipts.allocate, {
      id: voucher.id,
      date: '2026-04-12',
      allocations: [{ invoiceId: invoice.id, amount }],
    });
  const used = await voucherNow(voucher.id);
  const second = used.allocations.find(({ amount }) => amount === 333)?.id ?? '';
  await admin.call(receipts.unallocate, { id: voucher.id, allocationId: second, date: '2026-04-12' });
  const left = await voucherNow(voucher.id);
  const [cgst = { tax: minor(0) }] = left.advance?.left.components ?? [];
  expect(left.unallocated).toBe(10_001 - 1_119);
  expect(await entryOf(api, sourcesOf(left))).toMatchObject({
    client_advance: 2 * cgst.tax - left.unallocated,
    ...gstOf(negate(cgst.tax)),
  });
  const rest = { id: voucher.id, date: '2026-04-13', amount: left.unallocated, fxRate: '85' };
  const gone = await admin.call(receipts.refund, { ...rest, mode: 'bank' });
  expect(await entryOf(api, sourcesOf(gone), 'base')).toMatchObject({ client_advance: 0, ...gstOf(0) });
});

it('a bounced cheque reverses the tax, and a new deposit posts it again', async () => {
  const client = await ofClient();
  const instrument = { instrumentNo: '000123', instrumentBank: 'SBI', instrumentDate: '2026-04-04' };
  const { id } = await client.voucher(11_800, { mode: 'cheque', ...instrument });
  await admin.call(receipts.reverse, { id, date: '2026-04-08', reason: 'No funds', bounced: true });
  expect(await entryOf(api, id)).toEqual({ cheques_in_hand: 0, client_advance: 0, ...gstOf(0) });
  const again = await admin.call(cheques.redeposit, { id, receiptDate: '2026-04-09' });
  expect(again).toMatchObject({ voucherKind: 'advance_voucher', advance: { left: { net: 10_000 } } });
});

describe('an advance voucher is refused', () => {
  it('if advances are not taxed, without its tax code, and with nothing left to tax', async () => {
    const client = await ofClient();
    const plain = await openBillingFixture(api, admin, {
      currency: 'JPY',
      entityId: await makeEntity(api.db, { currency: 'JPY', regime: 'JP', country: 'JP' }),
    });
    const asked = async (input: GivenReceipt) =>
      (await admin.refused(receipts.create, { ...client.given(1_000), ...input })).errors;
    const { clientId, entityId: japanese } = plain;
    expect(await asked({ clientId, entityId: japanese, currency: 'JPY' })).toMatchObject({
      voucherKind: [{ code: 'ADVANCE_NOT_TAXED' }],
    });
    expect(await asked({ advanceTaxCodeId: null })).toMatchObject({
      advanceTaxCodeId: [{ code: 'REQUIRED' }],
    });
    expect(await asked({ advanceTaxCodeId: plain.taxCodeId })).toMatchObject({
      advanceTaxCodeId: [{ code: 'REFERENCE_UNKNOWN' }],
    });
    expect(await asked({ advanceTaxCodeId: exempt })).toMatchObject({
      advanceTaxCodeId: [{ code: 'REFERENCE_UNKNOWN' }],
    });
    // A date before the regime taxed advances.
    expect(await asked({ receiptDate: '2017-06-30' })).toMatchObject({
      voucherKind: [{ code: 'ADVANCE_NOT_TAXED' }],
    });
    const invoice = await client.issued('100', { issueDate: '2026-04-01' });
    const allocations = [{ invoiceId: invoice.id, amount: 11_800 }];
    expect(await asked({ amount: 11_800, allocations })).toMatchObject({
      voucherKind: [{ code: 'ADVANCE_NOTHING_LEFT' }],
    });
    const basis = { entityId: japanese, clientId, receiptDate: '2026-04-05' };
    expect(await admin.call(receipts.advanceBasis, basis)).toEqual({ placeOfSupply: null, taxCodes: [] });
  });

  it('as a prepaid amount, in any currency', async () => {
    const other = await ofClient();
    await other.voucher(59_000);
    const { id, version } = await other.draft('100', { prepaid: 5_000 });
    const second = await admin.refused(invoices.issue, { id }, { version });
    expect(second.errors).toMatchObject({ prepaid: [{ code: 'PREPAID_TAXED', params: { maximum: 0 } }] });
    // An untaxed advance may be named.
    await other.voucher(5_000, { voucherKind: 'receipt', advanceTaxCodeId: null });
    expect(await admin.call(invoices.issue, { id }, { version })).toMatchObject({ payable: 6_800 });
    const abroad = await ofClient({ currency: 'USD' });
    await abroad.voucher(59_000, { fxRate: '83' });
    const dollars = await abroad.draft('100', { prepaid: 5_000, fxRate: '83' });
    const third = await admin.refused(invoices.issue, { id: dollars.id }, { version: dollars.version });
    expect(third.errors).toMatchObject({ prepaid: [{ code: 'PREPAID_TAXED', params: { maximum: 0 } }] });
  });
});

/** The SQLSTATE with which the database refuses a statement under the application's role; null if it accepts it. */
const refusalOf = (statement: string, values: unknown[]): Promise<string | null> =>
  api.appPool.query(statement, values).then(
    () => null,
    (error: { code: string }) => error.code,
  );

/** Inserts a copy of the receipt `$1` with some changes. */
const copied = (
  columns: string,
  changes: string,
) => `insert into receipt (${columns}) select ${columns} from (
  select (jsonb_populate_record(null::receipt, to_jsonb(receipt) - 'search_grams'
    || jsonb_build_object('id', gen_random_uuid(), ${changes}))).* from receipt where id = $1) as made`;

describe('the database', () => {
  let client: Awaited<ReturnType<typeof ofClient>>;
  beforeAll(async () => {
    client = await ofClient();
  });

  it('refuses an allocation that does not reverse the tax in the ledger', async () => {
    const { id } = await client.voucher(11_800);
    const invoice = await client.issued('100');
    // The whole advance moves to the receivable, but its tax does not.
    const posted = `with entry as (insert into journal_entry (id, entity_id, entry_date, source_type, source_id)
        select gen_random_uuid(), $3, '2026-04-12', 'allocation', $4 returning id),
      line as (insert into allocation (id, receipt_id, invoice_id, amount, invoice_base, receipt_base, allocated_on)
        values ($4, $1, $2, 11800, 11800, 11800, '2026-04-12'))
      insert into journal_line (entry_id, no, account_id, client_id, entity_id, entry_date, currency, debit, credit, base_debit, base_credit)
        select entry.id, no, (select id from ledger_account where system_key = account), $5, $3, '2026-04-12', 'INR', d, c, d, c
        from entry, (values (1, 'client_advance', 11800, 0), (2, 'receivable', 0, 11800)) as part (no, account, d, c)`;
    const of = '018f0000-0000-7000-8000-000000000001';
    expect(await refusalOf(posted, [id, invoice.id, entityId, of, client.clientId])).toBe('DB006');
  });

  it('refuses a voucher without its tax, or with a tax that its regime does not have', async () => {
    const { id } = await client.voucher(11_800);
    const columns = await api.ownerPool.query<{ names: string }>(
      `select string_agg(column_name, ', ') as names from information_schema.columns
        where table_name = 'receipt' and is_generated = 'NEVER'`,
    );
    const names = columns.rows[0]?.names ?? '';
    const refused = (changes: string) => refusalOf(copied(names, changes), [id]);
    expect(await refused(`'advance_tax', null`)).toBe('DB060');
    expect(await refused(`'advance_tax_code_id', null`)).toBe('DB060');
    expect(await refused(`'advance_tax', advance_tax || '{"ratePct": "12"}'`)).toBe('DB060');
    expect(await refused(`'receipt_date', '2017-06-30'`)).toBe('DB060');
    expect(await refused(`'voucher_kind', 'receipt'`)).toBe('23514');
    expect(await refused(`'number', 'ADV/1'`)).toBe('DB006');
  });

  it('refuses a refund of a voucher without its number, and a numbered refund of anything else', async () => {
    const { id } = await client.voucher(11_800);
    const refund = `insert into receipt_refund (id, receipt_id, amount, base, refunded_on, mode)
      values (gen_random_uuid(), $1, 1, 1, '2026-04-20', 'bank')`;
    expect(await refusalOf(refund, [id])).toBe('DB006');
  });

  it('decides which regime taxes advances, and the application cannot', async () => {
    expect(await refusalOf('delete from advance_taxing_regime', [])).toBe('42501');
  });
});
