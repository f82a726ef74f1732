import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { InputOf } from '@daybook/contracts/endpoint';
import { startTestApi } from '../test-api.ts';
import { makeClient, makeEntity, makeTaxCode } from './masters.ts';

type Draft = InputOf<typeof invoices.create>;

export type TaxedInvoices = Awaited<ReturnType<typeof startTaxedInvoices>>;

/** A server with a client who is invoiced with 21 % VAT. */
export async function startTaxedInvoices() {
  const api = await startTestApi();
  const admin = await api.as({});
  const entityId = await makeEntity(api.db);
  const clientId = await makeClient(api.db, { entityId, crmId: admin.id });
  const vat = await makeTaxCode(api.db, { code: 'V21', rate: '21' });
  const draft = (more: Partial<Draft> = {}): Draft => ({
    entityId,
    clientId,
    issueDate: '2026-03-31',
    dueDate: '2026-04-30',
    currency: 'EUR',
    docLocale: 'en',
    lines: [{ description: 'Annual accounts', qty: '1', unitPrice: '1000', taxCodeId: vat }],
    ...more,
  });
  const issue = async (input: Draft) => {
    const made = await admin.call(invoices.create, input);
    return admin.call(invoices.issue, { id: made.id }, { version: made.version });
  };
  return { api, admin, entityId, clientId, vat, draft, issue };
}
