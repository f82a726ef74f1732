import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { quantityOfItem } from '@daybook/contracts/billing/invoices/price-of-item';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { lookUp, moreText } from '../../common/look-up.ts';
import { blankLine } from './draft-values.ts';

/** The line that bills a piece of finished work, with the code of its service; its unit too, unless it is hours. */
export async function lineOfItem(item: PendingItem, prices: Parameters<typeof quantityOfItem>[1]) {
  const service = item.service === null ? undefined : await lookUp('service', item.service.id);
  const { qty, unit, unitPrice } = quantityOfItem(item, prices);
  return {
    ...blankLine(item.taxCode.id),
    kind: item.kind,
    description: item.description,
    serviceId: item.service?.id ?? null,
    sacHsn: moreText(service, 'sacHsn'),
    qty,
    unit: unit ?? moreText(service, 'unit') ?? 'C62',
    unitPrice: canonicalDecimal(unitPrice),
    pendingItemId: item.id,
  };
}
