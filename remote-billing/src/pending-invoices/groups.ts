import type { PendingItem } from '@daybook/contracts/billing/pending-invoices';

/** How many invoices the items make: one for each client, billing entity and currency. */
export const invoicesOf = (items: readonly PendingItem[]): number =>
  new Set(items.map(({ client, entity, currency }) => `${client.id} ${entity.id} ${currency}`)).size;
