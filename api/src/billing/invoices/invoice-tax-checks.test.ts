import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { InputOf } from '@daybook/contracts/endpoint';
import { makeClient, makeEntity, makeTaxCode } from '../../../test/fixtures/masters.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { startTaxedInvoices, type TaxedInvoices } from '../../../test/fixtures/taxed-invoices.ts';

let api: TestApi;
let admin: Caller;
let entityId: string;
let draft: TaxedInvoices['draft'];
let issue: TaxedInvoices['issue'];

beforeAll(async () => {
  ({ api, admin, entityId, draft, issue } = await startTaxedInvoices());
});
afterAll(() => api.stop());

describe('the preview of an invoice in India', () => {
  it('lists the reasons for which the issue is then refused', async () => {
    const india = await makeEntity(api.db, {
      currency: 'INR',
      regime: 'IN',
      country: 'IN',
      regionCode: 'IN-MH',
      registrations: [{ scheme: 'IN:GSTIN', value: '27AAPFU0939F1ZV' }],
    });
    const gst = await makeTaxCode(api.db, { code: 'GST18', rate: '18', regime: 'IN', kind: 'GST' });
    const payer = await makeClient(api.db, {
      entityId: india,
      crmId: admin.id,
      currency: 'INR',
      taxTreatment: 'unregistered',
    });
    const input = draft({
      entityId: india,
      clientId: payer,
      currency: 'INR',
      lines: [{ description: 'Return', qty: '1', unitPrice: '1000', taxCodeId: gst }],
    });
    const missing = { 'lines.0.sacHsn': [{ code: 'HSN_MISSING' }] };
    expect((await admin.call(invoices.preview, input)).refusals).toEqual(missing);
    const made = await admin.call(invoices.create, input);
    const refused = await admin.refused(invoices.issue, { id: made.id }, { version: made.version });
    expect(refused).toMatchObject({ code: 'TAX_REGIME_BLOCK', errors: missing });
    const [line] = input.lines;
    const mended = { ...input, lines: [{ ...line, sacHsn: '998221' }] } as InputOf<typeof invoices.create>;
    expect((await admin.call(invoices.preview, mended)).refusals).toEqual({});
    // The address of an Indian party includes its state.
    expect((await issue(mended)).supplier?.lines.at(-1)).toBe('Maharashtra');
  });
});

describe('an invoice under VAT', () => {
  it('refuses reverse charge to a consumer, and an export within the Union', async () => {
    const free = await Promise.all(
      ['AE', 'G'].map((category) => makeTaxCode(api.db, { code: category, rate: '0', category })),
    );
    const consumer = await makeClient(api.db, { entityId, crmId: admin.id, taxTreatment: 'consumer' });
    await api.db
      .insertInto('clientAddress')
      .values({
        clientId: consumer,
        no: 1,
        kind: 'billing',
        line1: 'Damrak 1',
        city: 'Amsterdam',
        country: 'NL',
      })
      .execute();
    const line = { description: 'Return', qty: '1', unitPrice: '100' };
    const input = draft({
      clientId: consumer,
      lines: free.map((taxCodeId) => ({ ...line, taxCodeId })),
    });
    const made = await admin.call(invoices.create, input);
    expect(await admin.refused(invoices.issue, { id: made.id }, { version: made.version })).toMatchObject({
      code: 'TAX_REGIME_BLOCK',
      errors: {
        'lines.0.taxCodeId': [{ code: 'BUYER_IS_CONSUMER' }],
        'lines.1.taxCodeId': [{ code: 'NOT_AN_EXPORT' }],
      },
    });
  });
});
