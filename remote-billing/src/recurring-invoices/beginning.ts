import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { call } from '@daybook/shared/call';
import { lookUp, moreText } from '../common/look-up.ts';
import { emptySeries, seriesOf, type Series } from './form-values.ts';

/** `?invoice=` begins with an invoice that was made by hand, `?clientId=` with that client and who bills it. */
export async function beginWith(params: URLSearchParams): Promise<Partial<Series>> {
  const [invoiceId, clientId] = [params.get('invoice'), params.get('clientId')];
  if (invoiceId) return seriesOf(await call(invoices.open, { id: invoiceId }));
  if (!clientId) return emptySeries();
  const entityId = moreText(await lookUp('client', clientId), 'defaultEntityId');
  return { ...emptySeries(), clientId, ...(entityId !== null && { entityId }) };
}
