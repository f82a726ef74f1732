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

/** Tax that clients had withheld when the books began, by the days before the cut-over date; its certificates come later, or never. */
const withheld = [
  { before: 80, amount: '1250' },
  { before: 25, amount: '840' },
] as const;
export const demoOpeningTax = withheld.length;

const codeOf = async (admin: Person, { id }: DemoClient): Promise<string> =>
  (await admin.call(clients.open, { id })).code;

/** The clients of a billing entity that are billed in its currency. */
const clientsOf = (known: readonly DemoClient[], entity: DemoClient['entity']['record']) =>
  known.filter(
    ({ entity: { record }, currency }) => record.id === entity.id && currency === entity.baseCurrency,
  );

/** What clients had withheld from one billing entity. */
async function bringWithheld(known: readonly DemoClient[], cutOverOn: string, admin: Person): Promise<void> {
  const entity = known.find(({ withholds }) => withholds)?.entity.record;
  if (!entity) return;
  await admin.call(openingBalances.cutOver, { id: entity.id, cutOverOn });
  const deducting = clientsOf(known, entity).filter(({ withholds }) => withholds);
  const rows = [];
  for (const [index, { before, amount }] of withheld.entries()) {
    const client = deducting[index % Math.max(1, deducting.length)];
    if (!client) continue;
    const date = addDays(cutOverOn, -before);
    const number = `OLD-${881 + index}`;
    rows.push({
      client: await codeOf(admin, client),
      number,
      date,
      amount,
      kind: 'withheld',
      section: '194J',
    });
  }
  if (rows.length > 0) await admin.call(openingBalances.bring, { entityId: entity.id, rows });
}

/**
 * Enters what a few clients owed the first billing entity when its books began in Daybook, and what others had withheld from
 * theirs; the first client’s are locked.
 */
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
  const own = clientsOf(known, entity);
  const rows = [];
  for (const [index, { before, terms, amount }] of open.entries()) {
    const client = own[index % Math.max(1, own.length)];
    if (!client) continue;
    const date = addDays(cutOverOn, -before);
    const number = `OLD-${1041 + index}`;
    rows.push({ client: await codeOf(admin, client), number, date, dueDate: addDays(date, terms), amount });
  }
  await admin.call(openingBalances.bring, { entityId: entity.id, rows });
  await bringWithheld(known, cutOverOn, admin);
  await admin.call(openingBalances.lock, { entityId: entity.id, clientId: own[0]?.id ?? null });
}
