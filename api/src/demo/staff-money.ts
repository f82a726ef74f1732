import { uuidv7 } from 'uuidv7';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import type { DemoClient, Team } from './clients.ts';
import { workday } from './days.ts';
import type { Demo, Person } from './demo.ts';
import type { Country, DemoEntity } from './entities.ts';

/** An advance for trips to clients, in minor units of the office’s currency. */
const advances: Readonly<Record<Country, number>> = { IN: 20_000_00, FR: 300_00, JP: 50_000 };
const cash = { received: 30_000_00, toBank: 20_000_00, limit: 25_000_00 };

interface Given {
  entities: readonly DemoEntity[];
  clients: readonly DemoClient[];
  team: Team;
  admin: Person;
}

/** In each office somebody has an advance, of which the first one has given back a half. */
async function giveAdvances({ today }: Demo, { entities, team, admin }: Given): Promise<void> {
  for (const [index, { country, record }] of entities.entries()) {
    const person = team.executives[index % team.executives.length];
    if (!person) continue;
    const given = { entityId: record.id, personId: person.id };
    const amount = advances[country];
    const date = workday(addDays(today, -45));
    await admin.call(staffVouchers.advance, { ...given, id: uuidv7(), amount, date, note: 'Client visits' });
    if (index === 0)
      await admin.call(staffVouchers.returnAdvance, {
        ...given,
        id: uuidv7(),
        amount: Math.floor(amount / 2),
        date: workday(addDays(today, -12)),
      });
  }
}

/**
 * Since this month, cash that somebody in Mumbai receives stays with that person in the books. One relationship manager holds
 * some of it, and has offered a part to the bank, which nobody has confirmed yet.
 */
async function holdCash({ db, today }: Demo, { entities, clients, team, admin }: Given): Promise<void> {
  const mumbai = entities.find(({ country }) => country === 'IN');
  const [holder] = team.crms;
  const payer = clients.find(
    ({ entity, currency }) => entity.record.id === mumbai?.record.id && currency === 'INR',
  );
  if (!mumbai || !holder || !payer) return;
  const entityId = mumbai.record.id;
  await db
    .updateTable('billingEntity')
    .set({ keepsStaffCash: true, staffCashLimit: minor(cash.limit) })
    .where('id', '=', entityId)
    .execute();
  await admin.call(receipts.create, {
    entityId,
    clientId: payer.id,
    receiptDate: today,
    mode: 'cash',
    currency: 'INR',
    amount: cash.received,
    receivedBy: holder.id,
    narration: 'Advance in cash',
  });
  await holder.call(staffVouchers.handOver, {
    id: uuidv7(),
    entityId,
    personId: holder.id,
    currency: 'INR',
    amount: cash.toBank,
    date: today,
  });
}

/** What the firm and its people owe each other besides expenses. */
export async function makeStaffMoney(demo: Demo, given: Given): Promise<void> {
  await giveAdvances(demo, given);
  await holdCash(demo, given);
}
