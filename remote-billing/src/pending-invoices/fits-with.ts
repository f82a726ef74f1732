import type { PendingItem } from '@daybook/contracts/billing/pending-invoices';

/** Only open items of one client, entity and currency become one invoice. */
export const fitsWith = (chosen: readonly PendingItem[], item: PendingItem): boolean => {
  const [first] = chosen;
  if (item.state !== 'open') return false;
  return (
    first === undefined ||
    (first.client.id === item.client.id &&
      first.entity.id === item.entity.id &&
      first.currency === item.currency)
  );
};
