import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { addDays } from '@daybook/contracts/plain-date';
import { disputes, followUps } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { promises } from '@daybook/contracts/receivables/follow-up/promises';
import { worklist } from '@daybook/contracts/receivables/follow-up/worklist';
import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeDebtor, setReminders } from '../../../test/fixtures/reminder-fixture.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
  await setReminders(admin, fixture.entityId, 'propose', { remindFrom: 100 });
  // The run of today is over, wherever the entity is.
  for (const days of [-1, 0, 1])
    await api.db
      .insertInto('reminderRun')
      .values({
        entityId: fixture.entityId,
        day: addDays(today, days),
        mode: 'propose',
        endedAt: `${today}T00:00:00Z`,
      })
      .execute();
});
afterAll(() => api.stop());

/** A client that owes 100 since ten days, and is proposed for its first reminder. */
async function proposed(name: string): Promise<{ clientId: string; invoice: Invoice }> {
  const { entityId } = fixture;
  const clientId = await makeDebtor(api.db, { name, entityId, crmId: admin.id });
  const dueDate = addDays(today, -10);
  const invoice = await fixture.issued(10_000, { clientId, issueDate: addDays(dueDate, -30), dueDate });
  await api.db.insertInto('reminderProposal').values({ entityId, clientId, level: 1, day: today }).execute();
  return { clientId, invoice };
}

/** Whom the worklist offers to remind, by its tab, its rows and the count on the overview. */
async function toRemind(): Promise<string[]> {
  const { rows } = await admin.call(worklist.list, { filter: { tab: 'to_remind' } });
  const { proposed: counted } = await admin.call(reminders.today, {});
  expect(counted).toBe(rows.length);
  return rows.map(({ client, levelDue }) => `${client.label} ${levelDue?.no}`);
}

const hundred = { currency: 'EUR', instalments: [{ dueOn: addDays(today, 7), amount: 10_000 }] };

it('who has promised to pay is not proposed for a reminder, until the promise is withdrawn', async () => {
  const { clientId } = await proposed('Rosa');
  expect(await toRemind()).toEqual(['Rosa 1']);
  const { id } = await admin.call(promises.create, { clientId, ...hundred });
  expect(await toRemind()).toEqual([]);
  await admin.call(promises.withdraw, { id });
  expect(await toRemind()).toEqual(['Rosa 1']);
  await admin.call(followUps.log, {
    clientId,
    channel: 'call',
    outcome: 'promised',
    note: 'next week',
    promise: hundred,
  });
  expect(await toRemind()).toEqual([]);
});

it('neither is a client whose reminders are paused, or who disputes all that is overdue', async () => {
  const { clientId, invoice } = await proposed('Tilda');
  await admin.call(followUps.pause, {
    id: clientId,
    reminders: 'paused',
    remindersPausedUntil: addDays(today, 7),
  });
  expect(await toRemind()).toEqual([]);
  await admin.call(followUps.pause, { id: clientId, reminders: 'on' });
  expect(await toRemind()).toEqual(['Tilda 1']);
  const { invoices } = await admin.call(disputes.create, { invoiceId: invoice.id, reason: 'wrong hours' });
  expect(await toRemind()).toEqual([]);
  const [dispute] = invoices.map(({ disputeId }) => disputeId);
  await admin.call(disputes.takeBack, { id: dispute ?? '', note: 'settled by phone' });
  expect(await toRemind()).toEqual(['Tilda 1']);
  await admin.call(disputes.create, { invoiceId: invoice.id, amount: 4_000, reason: 'a part of it' });
  expect(await toRemind()).toEqual(['Tilda 1']);
});
