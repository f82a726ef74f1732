import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { addDays } from '@daybook/contracts/plain-date';
import type { DemoClient } from './clients.ts';
import type { Demo, Person } from './demo.ts';

/** Days before the cut-over date, days until due, and the open amount in units of the currency: some owed by the client, some held for it. */
const open = [
  { before: 95, terms: 30, amount: '1250' },
  { before: 40, terms: 30, amount: '480' },
  { before: 12, terms: 45, amount: '2360' },
  { before: 20, terms: 0, amount: '-300' },
] as const;
export const demoOpenings = open.length;

/** Enters what a few clients owed the first billing entity when its books began in Daybook; the first client’s are locked. */
export async function makeOpenings(
  { today }: Demo,
  known: readonly DemoClient[],
  admin: Person,
): Promise<void> {
  const [first] = known;
  if (!first) return;
  const entity = first.entity.record;
  const cutOverOn = addDays(today, -364);
  await admin.call(openingBalances.cutOver, { id: entity.id, cutOverOn });
  const own = known.filter(
    ({ entity: { record }, currency }) => record.id === entity.id && currency === entity.baseCurrency,
  );
  const rows = [];
  for (const [index, { before, terms, amount }] of open.entries()) {
    const client = own[index % Math.max(1, own.length)];
    if (!client) continue;
    const { code } = await admin.call(clients.open, { id: client.id });
    const date = addDays(cutOverOn, -before);
    rows.push({ client: code, number: `OLD-${1041 + index}`, date, dueDate: addDays(date, terms), amount });
  }
  await admin.call(openingBalances.bring, { entityId: entity.id, rows });
  await admin.call(openingBalances.lock, { entityId: entity.id, clientId: own[0]?.id ?? null });
}
