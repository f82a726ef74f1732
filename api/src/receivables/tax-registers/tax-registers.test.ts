import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { taxRegisters } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { TaxSheetId } from '@daybook/contracts/receivables/tax-registers/tax-sheets';
import { strFromU8, unzipSync } from 'fflate';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { requestOf } from '../../http/request-of.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { openVoucherFixture } from '../../../test/fixtures/voucher-fixture.ts';
import type { VoucherFixture } from '../../../test/fixtures/voucher-fixture.ts';

let api: TestApi;
let admin: Caller;
let fixture: VoucherFixture;
const gstin = '29AABCF8078M1C8';

beforeEach(async () => {
  api = await startTestApi();
  admin = await api.as({});
  fixture = await openVoucherFixture(api, admin);
});
afterEach(() => api.stop());

const april = { from: '2026-04-01', to: '2026-04-30' };
const filter = (sheet?: TaxSheetId) => ({ entityId: fixture.entityId, ...april, ...(sheet && { sheet }) });
const totalOf = (sheet?: TaxSheetId) => admin.call(taxRegisters.total, { filter: filter(sheet) });
const cellsOf = async (sheet: TaxSheetId) =>
  (await admin.call(taxRegisters.list, { filter: filter(sheet) })).rows.map(({ cells }) => cells);
const markApril = (more = {}) =>
  admin.call(taxRegisters.mark, { entityId: fixture.entityId, register: 'output', ...april, ...more });

/** An invoice across the border of the state, one within it, and an advance of which a part is adjusted. */
async function trade() {
  const [registered, consumer] = [await fixture.ofClient({ gstin }), await fixture.ofClient()];
  const first = await registered.issued('1000');
  const second = await consumer.issued('100');
  const voucher = await consumer.voucher(59_000);
  const allocations = [{ invoiceId: second.id, amount: 11_800 }];
  await admin.call(receipts.allocate, { id: voucher.id, date: '2026-04-12', allocations });
  return { registered, consumer, first, second, voucher };
}

// docs/rules.md#tax-registers
describe('the output tax register', () => {
  it('adds up to the output tax accounts, advances included', async () => {
    await trade();
    const { comparison, currency, sheets } = await totalOf();
    expect(currency).toBe('INR');
    const none = { deferred: 0, open: 0, difference: 0, others: 0 };
    expect(comparison).toEqual([
      { component: 'CGST', register: 4_500, ledger: 4_500, ...none },
      { component: 'IGST', register: 18_000, ledger: 18_000, ...none },
      { component: 'SGST', register: 4_500, ledger: 4_500, ...none },
    ]);
    expect(Object.fromEntries(sheets.map(({ id, rows }) => [id, rows]))).toMatchObject({
      b2b: 1,
      b2cs: 1,
      advances_received: 1,
      documents: 4,
      documents_issued: 2,
      late: 0,
    });
  });

  it('lays out the tables of GSTR-1, and each row opens its document', async () => {
    const { first, voucher } = await trade();
    const { rows } = await admin.call(taxRegisters.list, { filter: filter('b2b') });
    expect(rows).toMatchObject([
      {
        cells: [
          gstin,
          expect.any(String),
          first.number,
          '2026-04-10',
          118_000,
          '29 Karnataka',
          'No',
          null,
          'Regular B2B',
          null,
          '18',
          100_000,
          18_000,
          0,
          0,
          0,
        ],
        document: { kind: 'invoice', id: first.id },
      },
    ]);
    expect(await cellsOf('advances_received')).toEqual([
      ['27 Maharashtra', null, '18', 40_000, 0, 3_600, 3_600, 0],
    ]);
    expect(await cellsOf('hsn_b2b')).toEqual([
      ['998221', null, 'NA', '0', 118_000, '18', 100_000, 18_000, 0, 0, 0],
    ]);
    expect(await cellsOf('hsn_b2c')).toEqual([
      ['998221', null, 'NA', '0', 11_800, '18', 10_000, 0, 900, 900, 0],
    ]);
    expect(await cellsOf('documents_issued')).toEqual([
      ['Invoice', first.number, expect.any(String), 2, 0, 2],
      ['Advance voucher', voucher.number, voucher.number, 1, 0, 1],
    ]);
  });

  it('states every taxed line by its code, also one that was laid out for the client', async () => {
    const { draft, issued } = await fixture.ofClient({ gstin });
    const taxCodeId = (await draft('1000')).lines[0]?.taxCode.id ?? '';
    const courier = { description: 'Courier', qty: '1', unitPrice: '1000', sacHsn: '996812' };
    await issued('1000', { lines: [{ ...courier, kind: 'disbursement', taxCodeId }] });
    expect((await cellsOf('b2b')).map((cells) => cells[11])).toEqual([100_000]);
    expect((await cellsOf('hsn_b2b')).map((cells) => [cells[0], cells[6]])).toEqual([['996812', 100_000]]);
  });

  it('keeps an invoice in its table when the client is treated otherwise for tax since', async () => {
    const { first, registered } = await trade();
    await api.ownerPool.query(`update client set tax_treatment = 'sez' where id = $1`, [registered.clientId]);
    expect((await cellsOf('b2b')).map((cells) => cells[2])).toEqual([first.number]);
    expect(await cellsOf('sez')).toEqual([]);
  });

  it('dates a void by its own day, and counts its number as cancelled', async () => {
    const { registered } = await trade();
    const wrong = await registered.issued('50');
    const voided = { id: wrong.id, voidDate: '2026-05-03', reason: 'Wrong' };
    await admin.call(invoices.void, voided, { version: wrong.version });
    expect((await cellsOf('b2b')).length).toBe(2);
    expect((await cellsOf('documents_issued'))[0]?.slice(-3)).toEqual([3, 1, 2]);
    const may = {
      entityId: fixture.entityId,
      from: '2026-05-01',
      to: '2026-05-31',
      sheet: 'documents' as const,
    };
    const { rows } = await admin.call(taxRegisters.list, { filter: may });
    expect(rows.map(({ cells }) => [cells[1], cells[3], cells[11], cells[12]])).toEqual([
      [wrong.number, 'Voided', -5_000, -900],
    ]);
  });

  it('lists apart what was posted after the period had been exported', async () => {
    const { registered, first } = await trade();
    const mark = await markApril();
    expect(mark.taxes).toContainEqual({ name: 'IGST', tax: 18_000 });
    expect((await totalOf()).exports).toMatchObject([{ id: mark.id, ...april, by: expect.any(String) }]);
    expect(await cellsOf('late')).toEqual([]);
    const late = await registered.issued('10');
    const of = { entityId: fixture.entityId, clientId: registered.clientId };
    const note = await issuedCredit(
      admin,
      creditOf(of, [[first, 10_000]], { currency: 'INR', issueDate: '2026-04-29' }),
    );
    expect((await cellsOf('late')).map((cells) => cells[1])).toEqual([late.number, note.number]);
    await markApril();
    expect(await cellsOf('late')).toEqual([]);
  });

  it('refuses to void a document of an exported period, until an admin insists', async () => {
    const { registered } = await trade();
    const wrong = await registered.issued('50');
    await markApril();
    const voided = { id: wrong.id, voidDate: '2026-04-30', reason: 'Wrong' };
    const given = { version: wrong.version };
    expect(await admin.refused(invoices.void, voided, given)).toMatchObject({ code: 'TAX_PERIOD_EXPORTED' });
    const clerk = await api.as({
      userType: 'manager',
      keys: ['invoices.delete', 'invoices.view'],
      scope: 'all',
    });
    const insisting = { ...voided, despiteExport: true };
    expect(await clerk.refused(invoices.void, insisting, given)).toMatchObject({
      code: 'TAX_PERIOD_EXPORTED',
    });
    expect((await admin.call(invoices.void, insisting, given)).status).toBe('void');
    expect((await cellsOf('late')).map((cells) => [cells[1], cells[3]])).toEqual([[wrong.number, 'Voided']]);
  });

  it('closes the period on request, and never opens a later lock', async () => {
    await markApril({ closePeriod: true });
    expect((await admin.call(periodLocks.open, { id: fixture.entityId })).lockedUntil).toBe('2026-04-30');
    await admin.call(taxRegisters.mark, {
      entityId: fixture.entityId,
      register: 'output',
      from: '2026-03-01',
      to: '2026-03-31',
      closePeriod: true,
    });
    expect((await admin.call(periodLocks.open, { id: fixture.entityId })).lockedUntil).toBe('2026-04-30');
  });

  it('keeps the record of an export for good', async () => {
    const { id } = await markApril();
    expect(
      await refusedInSql(api, ['update tax_export set period_to = period_to - 1 where id = $1', [id]]),
    ).toBe('42501');
    expect(await refusedInSql(api, ['delete from tax_export where id = $1', [id]])).toBe('42501');
  });

  it('is a workbook with one sheet for each table', async () => {
    await trade();
    const answer = await admin.inject(requestOf(taxRegisters.workbook, { filter: filter() }, {}));
    const files = unzipSync(answer.rawPayload);
    const names = [
      ...strFromU8(files['xl/workbook.xml'] ?? new Uint8Array()).matchAll(/<sheet name="([^"]*)"/g),
    ];
    expect(names.map(([, name]) => name)).toEqual((await totalOf()).sheets.map(({ label }) => label));
    expect(strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array()).match(/<row/g)).toHaveLength(2);
  });

  it.each([
    ['a last day before the first', { from: '2026-04-30', to: '2026-04-01' }, 'DATE_ORDER'],
    ['more than a year', { from: '2025-01-01', to: '2026-12-31' }, 'DATE_TOO_LATE'],
  ])('refuses %s', async (_what, period, code) => {
    const refused = await admin.refused(taxRegisters.total, {
      filter: { entityId: fixture.entityId, ...period },
    });
    expect(refused.errors).toMatchObject({ to: [{ code }] });
  });

  it('is refused to an admin who does not see everything', async () => {
    const narrow = await api.as({ userType: 'admin', scope: 'department' });
    expect(await narrow.refused(taxRegisters.total, { filter: filter() })).toMatchObject({
      code: 'PERM_DENIED',
    });
  });
});
