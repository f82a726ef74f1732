import type { PendingItem } from '@daybook/contracts/billing/pending-invoices';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { minor, toDecimal } from '@daybook/contracts/money/money';
import { lookUp, moreText } from '../common/look-up.ts';
import { blankLine } from './draft-values.ts';

/** The line that bills a piece of finished work, with its service's unit and code. */
export async function lineOfItem(item: PendingItem) {
  const service = item.service === null ? undefined : await lookUp('services', item.service.id);
  return {
    ...blankLine(item.taxCode.id),
    kind: item.kind,
    description: item.description,
    serviceId: item.service?.id ?? null,
    sacHsn: moreText(service, 'sacHsn'),
    unit: moreText(service, 'unit') ?? 'C62',
    unitPrice: canonicalDecimal(toDecimal(minor(item.amount), item.currency)),
    pendingItemId: item.id,
  };
}
