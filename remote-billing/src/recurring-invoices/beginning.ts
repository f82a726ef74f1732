import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { call } from '@daybook/shared/call';
import { lookUp, moreText } from '../common/look-up.ts';
import { emptySeries, seriesOf, type Series } from './form-values.ts';

/** `?invoice=` starts with the content of an invoice, `?clientId=` with a client and their default entity. */
export async function beginWith(params: URLSearchParams): Promise<Partial<Series>> {
  const [invoiceId, clientId] = [params.get('invoice'), params.get('clientId')];
  if (invoiceId) return seriesOf(await call(invoices.open, { id: invoiceId }));
  if (!clientId) return emptySeries();
  const entityId = moreText(await lookUp('client', clientId), 'defaultEntityId');
  return { ...emptySeries(), clientId, ...(entityId !== null && { entityId }) };
}
