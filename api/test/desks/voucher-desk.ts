import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { InputOf } from '@daybook/contracts/endpoint';
import type { Caller, TestApi } from '../test-api.ts';
import { makeClient, makeEntity, makeTaxCode } from './masters.ts';

export type GivenReceipt = Partial<InputOf<typeof receipts.create>>;
type GivenInvoice = Partial<InputOf<typeof invoices.create>>;

export type VoucherDesk = Awaited<ReturnType<typeof openVoucherDesk>>;

/** A billing entity in Mumbai, whose advances are taxed, and its clients. */
export async function openVoucherDesk(api: TestApi, admin: Caller) {
  const gst18 = await makeTaxCode(api.db, { code: 'GST18', rate: '18', regime: 'IN', kind: 'GST' });
  const entityId = await makeEntity(api.db, {
    currency: 'INR',
    regime: 'IN',
    country: 'IN',
    registrations: [{ scheme: 'IN:GSTIN', value: '27AAPFU0939F1ZV' }],
  });

  /** A client in the state of the billing entity or, by its GSTIN, in another. */
  async function ofClient({ gstin, currency = 'INR' }: { gstin?: string; currency?: string } = {}) {
    const registrations = gstin ? [{ scheme: 'IN:GSTIN', value: gstin }] : [];
    const clientId = await makeClient(api.db, { entityId, crmId: admin.id, currency, registrations });
    const line = { description: 'Advice', qty: '1', taxCodeId: gst18, sacHsn: '998221' };
    const given = (amount: number, more: GivenReceipt = {}) => ({
      entityId,
      clientId,
      receiptDate: '2026-04-05',
      mode: 'bank' as const,
      currency,
      amount,
      voucherKind: 'advance_voucher' as const,
      advanceTaxCodeId: gst18,
      ...more,
    });
    const draft = (net: string, more: GivenInvoice = {}) =>
      admin.call(invoices.create, {
        entityId,
        clientId,
        issueDate: '2026-04-10',
        dueDate: '2026-05-10',
        currency,
        docLocale: 'en',
        lines: [{ ...line, unitPrice: net }],
        ...more,
      });
    return {
      clientId,
      given,
      draft,
      voucher: (amount: number, more?: GivenReceipt) => admin.call(receipts.create, given(amount, more)),
      async issued(net: string, more?: GivenInvoice) {
        const { id, version } = await draft(net, more);
        return admin.call(invoices.issue, { id }, { version });
      },
      ledger: (asOf: string) =>
        admin.call(clientLedgers.open, { entityId, clientId, currency, asOf, pageSize: 100 }),
    };
  }

  return { entityId, ofClient };
}
