import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clientErasure } from '@daybook/contracts/crm/clients/client-erasure';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { addDays } from '@daybook/contracts/plain-date';
import { clientMailEndpoints } from '@daybook/contracts/receivables/mails/client-mails';
import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { startBilling } from '../../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../../test/fixtures/billing-fixture.ts';
import { makeDebtor, setReminders } from '../../../../test/fixtures/reminder-fixture.ts';
import type { Caller, TestApi } from '../../../../test/test-api.ts';
import { requestOf } from '../../../http/request-of.ts';

let api: TestApi;
let owner: Caller;
let fixture: BillingFixture;
const today = new Date().toISOString().slice(0, 10);
beforeAll(async () => {
  ({
    api,
    admin: owner,
    fixture,
  } = await startBilling({ userType: 'super_admin' }, { SMTP_URL: 'smtp://127.0.0.1:1' }));
  await setReminders(owner, fixture.entityId, 'off', { remindFrom: 100 });
});
afterAll(() => api.stop());

/** A client whose invoice of 100 has been overdue for this many days. */
async function debtor(name: string, daysLate: number) {
  const { entityId } = fixture;
  const clientId = await makeDebtor(api.db, { name, entityId, crmId: owner.id });
  const dueDate = addDays(today, -daysLate);
  const invoice = await fixture.issued(10_000, { clientId, issueDate: addDays(dueDate, -30), dueDate });
  return { id: clientId, invoiceId: invoice.id };
}

/** A payer that is reminded for its group, and another client of the group, which pays and can be erased. */
async function groupOf(name: string, daysLate: number, remind: (payerId: string) => Promise<unknown>) {
  const { id: payerId } = await debtor(`${name}payer`, daysLate);
  const { id: memberId, invoiceId } = await debtor(`${name}member`, daysLate);
  await owner.call(clientGroups.create, { name, memberIds: [payerId, memberId], payerClientId: payerId });
  await remind(payerId);
  const allocations = [{ invoiceId, amount: 10_000 }];
  const paid = fixture.receipt(10_000, { clientId: memberId, receiptDate: today, allocations });
  await owner.call(receipts.create, paid);
  return {
    payerId,
    erase: async () => {
      const { code, version } = await owner.call(clients.open, { id: memberId });
      const { emptied } = await owner.call(clientErasure.preview, { id: memberId });
      await owner.call(clientErasure.erase, { id: memberId, code, reason: 'Asked' }, { version });
      return emptied;
    },
  };
}
const of = (clientId: string) => ({ clientId, entityId: fixture.entityId });

// docs/rules.md#erasure-of-a-client
describe('a reminder to the payer of a group', () => {
  it('stays without its text and files when another client of the group is erased', async () => {
    const { payerId, erase } = await groupOf('Ash', 12, (id) => owner.call(reminders.send, of(id)));
    const [sent] = (await owner.call(reminders.list, { filter: { clientId: payerId } })).rows;
    const mailId = sent?.mail?.id ?? '';
    const before = await owner.call(clientMailEndpoints.open, { id: mailId });
    expect(before.files.filter((name) => name.startsWith('statement-'))).toHaveLength(2);
    expect(before.body).not.toBeNull();
    expect(await erase()).toContainEqual({ kind: 'payerReminders', count: 1 });
    const after = await owner.call(clientMailEndpoints.open, { id: mailId });
    expect(after).toEqual({ ...before, body: null, files: [], status: 'failed' });
    const file = await owner.inject(requestOf(clientMailEndpoints.file, { id: mailId, no: 1 }, {}));
    expect(file.statusCode).toBe(404);
    const { rows } = await api.ownerPool.query<{ body: string; html: string | null }>(
      'select body, html from email_message where id = (select message_id from client_mail where id = $1)',
      [mailId],
    );
    expect(rows).toEqual([{ body: '', html: null }]);
    expect((await owner.call(reminders.list, { filter: { clientId: payerId } })).rows).toMatchObject([
      { level: { no: 1 }, day: today, totals: sent?.totals },
    ]);
  });

  it('stays without its letter', async () => {
    let reminderId = '';
    const { erase } = await groupOf('Birch', 25, async (id) => {
      await api.ownerPool.query(
        `insert into reminder (id, entity_id, client_id, level, day, channel, content)
         values (gen_random_uuid(), $1, $2, 1, $3, 'call', '{"rows": [], "totals": []}')`,
        [fixture.entityId, id, addDays(today, -15)],
      );
      reminderId = (await owner.call(reminders.send, of(id))).id;
    });
    const letter = async () =>
      (await owner.inject(requestOf(reminders.letter, { id: reminderId }, {}))).statusCode;
    expect(await letter()).toBe(200);
    await erase();
    expect(await letter()).toBe(404);
  });
});
