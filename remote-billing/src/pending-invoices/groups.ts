import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';

/** How many invoices the items result in: one for each client, billing entity and currency. */
export const invoicesOf = (items: readonly PendingItem[]): number =>
  new Set(items.map(({ client, entity, currency }) => `${client.id} ${entity.id} ${currency}`)).size;

/** Filters for the drafts to which an item can be added. */
export const draftsFor = (item: PendingItem | undefined) => ({
  filter: {
    status: ['draft' as const],
    clientId: item?.client.id,
    entityId: item?.entity.id,
    currency: item?.currency,
  },
});
