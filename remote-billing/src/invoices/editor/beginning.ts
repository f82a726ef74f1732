import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { call } from '@daybook/shared/call';
import { today } from '@daybook/shared/today';
import { lookUp, moreText } from '../../common/look-up.ts';
import { copyOf, invoiceOf } from './copy-of.ts';
import { type Begun, emptyInvoice } from './draft-values.ts';
import { lineOfItem } from './line-of-item.ts';

async function ofClient(clientId: string): Promise<Begun> {
  const client = await lookUp('client', clientId);
  const entityId = moreText(client, 'defaultEntityId');
  return { ...emptyInvoice(), clientId, ...(entityId !== null && { entityId }) };
}

/** A new invoice states its prices before tax. */
const beforeTax = { pricesIncludeTax: false, reverseCharge: false, treatment: undefined };

async function ofItems(itemIds: readonly string[]): Promise<Begun> {
  const items = await Promise.all(itemIds.map(async (id) => call(pendingInvoices.open, { id })));
  const [first] = items;
  if (first === undefined) return emptyInvoice();
  const lines = await Promise.all(items.map((item) => lineOfItem(item, beforeTax)));
  return {
    ...emptyInvoice(),
    clientId: first.client.id,
    entityId: first.entity.id,
    currency: first.currency,
    lines,
  };
}

/** The initial values of an invoice that starts from something else. */
export async function beginWith(params: URLSearchParams): Promise<Begun> {
  const items = params.getAll('pending');
  const [copied, asked, clientId] = ['copy', 'proforma', 'clientId'].map((name) => params.get(name));
  if (copied) return copyOf(await call(invoices.open, { id: copied }), today());
  if (asked) return invoiceOf(await call(proformas.open, { id: asked }), today());
  if (items.length > 0) return ofItems(items);
  return clientId ? ofClient(clientId) : emptyInvoice();
}
