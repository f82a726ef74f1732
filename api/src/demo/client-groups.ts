import { pendingInvoices } from '@daybook/contracts/billing/pending-invoices';
import type { PendingItem } from '@daybook/contracts/billing/pending-invoices';
import { clientGroups } from '@daybook/contracts/crm/client-groups';
import type { Person } from './demo.ts';

const names = ['Bellecour', 'Meridian family'];

const differentClients = (items: readonly PendingItem[]): string[] => [
  ...new Set(items.map(({ client }) => client.id)),
];

/** Two groups whose clients have work waiting, so that it can be billed together; the first of each pays. */
export async function makeClientGroups(admin: Person): Promise<void> {
  const { rows } = await admin.call(pendingInvoices.list, { pageSize: 100, filter: { state: 'open' } });
  const ofEntities = Object.values(
    Object.groupBy(rows, ({ entity, currency }) => `${entity.id} ${currency}`),
  );
  const groups = ofEntities
    .map((items) => differentClients(items ?? []).slice(0, 3))
    .filter(({ length }) => length > 1)
    .slice(0, names.length);
  for (const [no, memberIds] of groups.entries()) {
    await admin.call(clientGroups.create, {
      name: names[no] ?? '',
      memberIds,
      payerClientId: memberIds[0],
    });
  }
}
