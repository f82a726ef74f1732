import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { priceOfItem } from '@daybook/contracts/billing/invoices/price-of-item';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { lookUp, moreText } from '../../common/look-up.ts';
import { blankLine } from './draft-values.ts';

/** The line that bills a piece of finished work, with the unit and code of its service. */
export async function lineOfItem(item: PendingItem, prices: Parameters<typeof priceOfItem>[1]) {
  const service = item.service === null ? undefined : await lookUp('service', item.service.id);
  return {
    ...blankLine(item.taxCode.id),
    kind: item.kind,
    description: item.description,
    serviceId: item.service?.id ?? null,
    sacHsn: moreText(service, 'sacHsn'),
    unit: moreText(service, 'unit') ?? 'C62',
    unitPrice: canonicalDecimal(priceOfItem(item, prices)),
    pendingItemId: item.id,
  };
}
