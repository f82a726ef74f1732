import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clients } from '@daybook/contracts/crm/clients/clients';
import type { Demo, Person } from './demo.ts';

const names = ['Bellecour', 'Meridian family'];

const differentClients = (items: readonly PendingItem[]): string[] => [
  ...new Set(items.map(({ client }) => client.id)),
];

/** Creates two groups whose clients have pending items, so that they can be billed together; the first client of each pays. */
export async function makeClientGroups(admin: Person): Promise<void> {
  const { rows } = await admin.call(pendingInvoices.list, { pageSize: 100, filter: { status: 'open' } });
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

/** Pays the oldest invoices of each group, in its payer’s currency, by one receipt of the last day. */
export async function payForGroups({ today }: Demo, admin: Person): Promise<void> {
  const { rows } = await admin.call(clientGroups.list, {});
  for (const { payer } of rows) {
    if (payer === null) continue;
    const { defaultEntity, currency } = await admin.call(clients.open, { id: payer.id });
    const parties = { clientId: payer.id, entityId: defaultEntity.id, currency };
    const { baseCurrency } = await admin.call(receipts.basis, { entityId: defaultEntity.id });
    const open = await admin.call(receipts.openInvoices, parties);
    const paid = open.slice(0, 4);
    if (baseCurrency !== currency || paid.every(({ client }) => client === null)) continue;
    await admin.call(receipts.create, {
      ...parties,
      receiptDate: today,
      mode: 'bank',
      amount: paid.reduce((all, { outstanding }) => all + outstanding, 0),
      allocations: paid.map(({ id, outstanding }) => ({ invoiceId: id, amount: outstanding })),
    });
  }
}
