import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';

/** How many invoices the items make: one for each client, billing entity and currency. */
export const invoicesOf = (items: readonly PendingItem[]): number =>
  new Set(items.map(({ client, entity, currency }) => `${client.id} ${entity.id} ${currency}`)).size;

/** Finds the drafts onto which an item can go. */
export const draftsFor = (item: PendingItem | undefined) => ({
  filter: {
    status: ['draft' as const],
    clientId: item?.client.id,
    entityId: item?.entity.id,
    currency: item?.currency,
  },
});
