import { uuidv7 } from 'uuidv7';
import type { InputOf } from '@daybook/contracts/endpoint';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { makeClient, makeEntity } from '../../../test/fixtures/masters.ts';
import { pdfPages } from '../../../test/files/pdf-pages.ts';
import { allBut } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';
import { startTaxedInvoices, type TaxedInvoices } from '../../../test/fixtures/taxed-invoices.ts';

let api: TestApi;
let admin: Caller;
let entityId: string;
let vat: string;
let draft: TaxedInvoices['draft'];
let issue: TaxedInvoices['issue'];

beforeAll(async () => {
  ({ api, admin, entityId, vat, draft, issue } = await startTaxedInvoices());
});
afterAll(() => api.stop());

const ledgerOf = async (invoiceId: string) => {
  const { rows } = await api.ownerPool.query<{ system_key: string; debit: number; credit: number }>(
    `select system_key, sum(debit)::int as debit, sum(credit)::int as credit from journal_line
       join journal_entry on journal_entry.id = entry_id join ledger_account on ledger_account.id = account_id
     where source_id = $1 group by system_key order by system_key`,
    [invoiceId],
  );
  return Object.fromEntries(rows.map((row) => [row.system_key, row.debit - row.credit]));
};

describe('an invoice', () => {
  it('begins as a draft without a number, which can be edited and deleted', async () => {
    const made = await admin.call(invoices.create, draft());
    expect(made).toMatchObject({
      number: '',
      status: 'draft',
      net: 100_000,
      tax: 21_000,
      payable: 121_000,
      outstanding: 0,
    });
    const edited = await admin.call(
      invoices.edit,
      { ...draft({ discountPct: '10' }), id: made.id },
      { version: 1 },
    );
    expect(edited).toMatchObject({ version: 2, net: 90_000, payable: 108_900 });
    expect(edited.lines[0]).toMatchObject({ amount: 100_000, net: 90_000 });
    await admin.call(invoices.remove, { id: made.id }, { version: 2 });
    expect(await admin.refused(invoices.open, { id: made.id })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('takes its number and is posted when it is issued, and cannot be changed afterwards', async () => {
    const issued = await issue(draft());
    expect(issued).toMatchObject({
      status: 'issued',
      outstanding: 121_000,
      supplier: { name: 'Hartmann & Fils' },
    });
    expect(issued.number).toMatch(/^INV\/26\/\d{4}$/);
    expect(await ledgerOf(issued.id)).toEqual({
      receivable: 121_000,
      income: -100_000,
      'output_tax.VAT': -21_000,
    });

    const version = issued.version;
    expect(await admin.refused(invoices.edit, { ...draft(), id: issued.id }, { version })).toMatchObject({
      httpStatus: 409,
    });
    expect(await admin.refused(invoices.remove, { id: issued.id }, { version })).toMatchObject({
      httpStatus: 409,
    });
    expect(await admin.refused(invoices.issue, { id: issued.id }, { version })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
  });

  it('keeps its number when it is voided, and its entry is reversed', async () => {
    const issued = await issue(draft());
    const input = { id: issued.id, voidDate: '2026-04-02', reason: 'Issued twice' };
    const gone = await admin.call(invoices.void, input, { version: issued.version });
    expect(gone).toMatchObject({
      status: 'void',
      number: issued.number,
      outstanding: 0,
      void: { on: '2026-04-02' },
    });
    expect(await ledgerOf(issued.id)).toEqual({ receivable: 0, income: 0, 'output_tax.VAT': 0 });
    expect(await admin.refused(invoices.void, input, { version: issued.version })).toMatchObject({
      httpStatus: 409,
    });
  });

  it('of 31 March takes a number of the old fiscal year, and one of 1 April of the new year', async () => {
    const indian = await makeEntity(api.db, { fyStart: '04-01' });
    const numbers = [];
    for (const issueDate of ['2026-04-01', '2026-03-31', '2026-04-02']) {
      numbers.push((await issue(draft({ entityId: indian, issueDate, dueDate: '2026-05-01' }))).number);
    }
    expect(numbers).toEqual(['INV/26-27/0001', 'INV/25-26/0001', 'INV/26-27/0002']);
  });

  it('is refused with a date before the last invoice if the entity requires the order of dates', async () => {
    const strict = await makeEntity(api.db, { chronology: 'block' });
    await issue(draft({ entityId: strict, issueDate: '2026-03-31' }));
    const late = await admin.call(invoices.create, draft({ entityId: strict, issueDate: '2026-03-30' }));
    const refused = await admin.refused(invoices.issue, { id: late.id }, { version: late.version });
    expect(refused).toMatchObject({ httpStatus: 409, code: 'CHRONOLOGY_VIOLATION' });
  });

  it('has a preview before it is saved', async () => {
    const fresh = await makeEntity(api.db);
    const preview = await admin.call(invoices.preview, draft({ entityId: fresh }));
    expect(preview).toMatchObject({ nextNumber: 'INV/26/0001', payable: 121_000 });
    // Both parties lack details that an invoice above 100 € needs under VAT.
    expect(preview.warnings.map(({ code }) => code)).toEqual(['BUYER_ADDRESS', 'SELLER_TAX_NUMBER']);
    expect(preview.taxGroups).toEqual([
      { category: 'S', rate: '21', net: 100_000, tax: 21_000, components: [{ name: 'VAT', tax: 21_000 }] },
    ]);
    expect((await issue(draft({ entityId: fresh }))).number).toBe('INV/26/0001');
  });

  it('is refused with an error on each wrong field', async () => {
    const line = { description: 'x', qty: '1', unitPrice: '10', taxCodeId: vat };
    const cases: [Partial<InputOf<typeof invoices.create>>, string][] = [
      [{ dueDate: '2026-03-30' }, 'dueDate'],
      [{ clientId: uuidv7() }, 'clientId'],
      [{ entityId: uuidv7() }, 'entityId'],
      [{ lines: [] }, 'lines'],
      [{ lines: Array.from({ length: 101 }, () => line) }, 'lines'],
      [{ lines: [{ ...line, qty: '-2' }] }, 'lines'],
      [{ lines: [{ ...line, qty: '0' }] }, 'lines.0.qty'],
      [{ lines: [{ ...line, unitPrice: '1e309' }] }, 'lines.0.unitPrice'],
      [{ lines: [{ ...line, taxCodeId: uuidv7() }] }, 'lines.0.taxCodeId'],
      [{ lines: [{ ...line, discountPct: '5', discount: 1 }] }, 'lines.0.discount'],
      [{ lines: [line, { ...line, discount: 1_001 }] }, 'lines.1.discount'],
      [{ prepaid: 999_999 }, 'prepaid'],
      [{ fxRate: '2' }, 'fxRate'],
    ];
    for (const [fault, field] of cases) {
      const refused = await admin.refused(invoices.create, draft(fault));
      expect({ field, code: refused.code, fields: Object.keys(refused.errors) }).toEqual({
        field,
        code: refused.code,
        fields: [field],
      });
      expect(refused.httpStatus).toBeLessThan(500);
    }
  });

  it('is not issued with a date in the future', async () => {
    const made = await admin.call(invoices.create, draft({ issueDate: '2199-01-01', dueDate: '2199-01-02' }));
    const refused = await admin.refused(invoices.issue, { id: made.id }, { version: 1 });
    expect(refused.errors).toEqual({ issueDate: [{ code: 'DATE_FUTURE', params: {} }] });
  });

  it('in another currency is posted in the base currency and balances there', async () => {
    const issued = await issue(
      draft({
        currency: 'USD',
        fxRate: '0.9137',
        lines: [{ description: 'x', qty: '3', unitPrice: '33.33', taxCodeId: vat }],
      }),
    );
    const { rows } = await api.ownerPool.query<{ currency: string; difference: number; base: number }>(
      `select currency, sum(debit - credit)::int as difference, sum(base_debit - base_credit)::int as base
       from journal_line join journal_entry on journal_entry.id = entry_id where source_id = $1 group by currency`,
      [issued.id],
    );
    expect(rows).toEqual([{ currency: 'USD', difference: 0, base: 0 }]);
    // 99.99 and 21 % of it, each converted at the rate.
    expect(issued).toMatchObject({ baseCurrency: 'EUR', inBase: { net: 9136, tax: 1919, total: 11_055 } });
    expect(await admin.call(invoices.open, { id: issued.id })).toEqual(issued);
    const { rawPayload } = await admin.inject(requestOf(invoices.pdf, { id: issued.id }));
    const text = pdfPages(rawPayload)[0]?.text;
    for (const part of ['At1USD=0.9137EUR', 'VAT(EUR)€19.19', 'Totalincl.tax(EUR)€110.55'])
      expect(text).toContain(part);
  });

  it('is visible only within the scope of its client', async () => {
    const crm = await api.as({ userType: 'crm' });
    const other = await api.as({ userType: 'crm' });
    const theirs = await makeClient(api.db, { entityId, crmId: crm.id });
    const issued = await issue(draft({ clientId: theirs }));
    expect(
      (await crm.call(invoices.list, { filter: { clientId: theirs } })).rows.map((row) => row.id),
    ).toEqual([issued.id]);
    expect((await other.call(invoices.list, {})).rows).toEqual([]);
    expect(await other.call(invoices.total, {})).toEqual({ total: 0, isCapped: false, sums: [] });
    expect(await other.refused(invoices.open, { id: issued.id })).toMatchObject({
      httpStatus: 404,
      code: 'NOT_FOUND',
    });
  });

  it('needs a permission for each step', async () => {
    const made = await admin.call(invoices.create, draft());
    const reader = await api.as({ keys: ['invoices.view'] });
    const at = { version: made.version };
    expect(await reader.refused(invoices.create, draft())).toMatchObject({ httpStatus: 403 });
    expect(await reader.refused(invoices.edit, { ...draft(), id: made.id }, at)).toMatchObject({
      httpStatus: 403,
    });
    expect(await reader.refused(invoices.issue, { id: made.id }, at)).toMatchObject({ httpStatus: 403 });
    expect(await reader.refused(invoices.remove, { id: made.id }, at)).toMatchObject({ httpStatus: 403 });
    const blind = await api.as({ keys: allBut('invoices.view') });
    expect(await blind.refused(invoices.list, {})).toMatchObject({ httpStatus: 403 });
    expect(await admin.call(invoices.open, { id: made.id })).toEqual(made);
  });
});
