import { createTransport } from 'nodemailer';
import { pino } from 'pino';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { minor } from '@daybook/contracts/money/money';
import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeEntity } from '../../../test/fixtures/masters.ts';
import { makeDebtor, setReminders } from '../../../test/fixtures/reminder-fixture.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { wholeFile } from '../../files/file-content.ts';
import { sendDueMail } from '../../mail/send-mail.ts';
import { clientMails } from '../mails/client-mails.queries.ts';
import { runReminders } from './run-reminders.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
});
afterAll(() => api.stop());

const log = pino({ level: 'silent' });
const runOn = (day: string, time = '12:00') =>
  runReminders(api.db, { clock: `${day}T${time}:00Z`, log, canMail: true });
const given = async (entityId: string): Promise<string[]> => {
  const { rows } = await sql<{ what: string }>`
    select client.name || ' ' || level || ' ' || channel || ' ' || day as what from reminder
      join client on client.id = client_id where entity_id = ${entityId} order by 1`.execute(api.db);
  return rows.map(({ what }) => what);
};
/** A client of the entity that owes 100 from 31 March on. */
const debtor = async (entityId: string, name: string, more: { hasMail?: boolean } = {}) => {
  const clientId = await makeDebtor(api.db, { name, entityId, crmId: admin.id, ...more });
  const invoice = await fixture.issued(10_000, { clientId, entityId });
  return { clientId, invoice };
};

/** A group of two clients, of which the first pays for both. */
async function makeGroup(name: string, payer: { clientId: string }, member: { clientId: string }) {
  const groupId = uuidv7();
  await api.db.transaction().execute(async (db) => {
    await db.insertInto('clientGroup').values({ id: groupId, name, payerClientId: payer.clientId }).execute();
    await db
      .updateTable('client')
      .set({ groupId })
      .where('id', 'in', [payer.clientId, member.clientId])
      .execute();
  });
}

it('each client gets what is due to it, on working days and once, and nobody else gets anything', async () => {
  const { entityId } = fixture;
  await setReminders(admin, entityId, 'send');
  const late = await debtor(entityId, 'Late');
  const disputing = await debtor(entityId, 'Disputing');
  await api.db
    .insertInto('dispute')
    .values({ id: uuidv7(), invoiceId: disputing.invoice.id, reason: 'Not ordered', fromOn: '2026-03-05' })
    .execute();
  const promising = await debtor(entityId, 'Promising');
  await api.db.transaction().execute(async (db) => {
    const id = uuidv7();
    const terms = { clientId: promising.clientId, currency: 'EUR', promisedOn: '2026-03-02' };
    await db
      .insertInto('promise')
      .values({ id, ...terms, amount: 100, since: '2026-03-02', dueOn: '2026-12-31' } as never)
      .execute();
    await db
      .insertInto('promiseInstalment')
      .values({ promiseId: id, no: 1, dueOn: '2026-12-31', amount: 100 } as never)
      .execute();
  });
  const paying = await debtor(entityId, 'Paying');
  await admin.call(receipts.create, fixture.receipt(10_000, { clientId: paying.clientId, entityId }));
  const silenced = await debtor(entityId, 'Silenced');
  await api.db.updateTable('client').set({ reminders: 'off' }).where('id', '=', silenced.clientId).execute();
  const paused = await debtor(entityId, 'Paused');
  await api.db
    .updateTable('client')
    .set({ reminders: 'paused', remindersPausedUntil: '2026-04-10' })
    .where('id', '=', paused.clientId)
    .execute();
  await debtor(entityId, 'Unreachable', { hasMail: false });
  const [payer, member] = [await debtor(entityId, 'Payer'), await debtor(entityId, 'Member')];
  await makeGroup('Family', payer, member);

  // 28 March is a Saturday. Each reminder is due on one of these days, and not before it.
  for (const day of [
    '03-27',
    '03-28',
    '03-30',
    '03-31',
    '04-06',
    '04-07',
    '04-10',
    '04-13',
    '04-20',
    '04-21',
    '05-04',
    '05-05',
  ])
    await runOn(`2026-${day}`);
  expect(await given(entityId)).toEqual([
    'Late 0 mail 2026-03-30',
    'Late 1 mail 2026-04-07',
    'Late 2 letter 2026-04-21',
    'Late 3 call 2026-05-05',
    'Paused 1 mail 2026-04-13',
    'Paused 2 letter 2026-04-21',
    'Paused 3 call 2026-05-05',
    'Payer 0 mail 2026-03-30',
    'Payer 1 mail 2026-04-07',
    'Payer 2 letter 2026-04-21',
    'Payer 3 call 2026-05-05',
    'Paying 0 mail 2026-03-30',
  ]);

  const mail = await clientMails(api.db)
    .where('mail.clientId', '=', payer.clientId)
    .where('mail.level', '=', 1)
    .executeTakeFirstOrThrow();
  expect(mail).toMatchObject({ sentTo: ['payer@client.test'], day: '2026-04-07', status: 'waiting' });
  for (const { number } of [payer.invoice, member.invoice])
    expect(mail.body).toContain(`${number} · 31 March 2026 · 7 · €100.00`);
  expect(mail.body).toContain('Total · €200.00');
  expect(mail.files).toHaveLength(4);
  const letters = await api.db
    .selectFrom('reminder')
    .select('letter')
    .where('clientId', '=', late.clientId)
    .where('channel', '=', 'letter')
    .execute();
  const letter = letters[0]?.letter;
  expect(letter && (await wholeFile(api.db, letter)).subarray(0, 5).toString()).toBe('%PDF-');
  const next = await api.db.selectFrom('clientFollowUp').select(['clientId', 'nextOn']).execute();
  expect(next.find(({ clientId }) => clientId === late.clientId)?.nextOn).toBe('2026-05-05');
});

it('runs at the hour of the entity’s zone, once a day, not while the installation is held, and makes no earlier day up', async () => {
  const entityId = await makeEntity(api.db, { timezone: 'Pacific/Kiritimati' });
  await debtor(entityId, 'Island');
  await setReminders(admin, entityId, 'send', { hour: 8 });
  // Kiritimati is fourteen hours ahead of UTC: 8 o'clock of 7 April is 18 o'clock of the 6th.
  await runOn('2026-04-06', '17:59');
  expect(await given(entityId)).toEqual([]);
  await api.ownerPool.query('update installation set held_since = now()');
  await runOn('2026-04-06', '18:00');
  expect(await given(entityId)).toEqual([]);
  await api.ownerPool.query('update installation set held_since = null');
  await Promise.all([1, 2, 3].map(() => runOn('2026-04-06', '18:00')));
  expect(await given(entityId)).toEqual(['Island 1 mail 2026-04-07']);
  // The clock falls back by a week, and then jumps ahead by a month.
  await runOn('2026-03-30', '18:00');
  await runOn('2026-05-07', '18:00');
  expect(await given(entityId)).toEqual(['Island 1 mail 2026-04-07', 'Island 2 letter 2026-05-08']);
});

it('in the mode “propose” nothing goes out, and each run replaces what the worklist shows', async () => {
  const entityId = await makeEntity(api.db);
  const { clientId } = await debtor(entityId, 'Shown');
  await setReminders(admin, entityId, 'propose');
  const proposed = () =>
    api.db.selectFrom('reminderProposal').select(['level', 'day']).where('entityId', '=', entityId).execute();
  await runOn('2026-04-07');
  expect(await proposed()).toEqual([{ level: 1, day: '2026-04-07' }]);
  await runOn('2026-04-08');
  expect(await proposed()).toEqual([{ level: 1, day: '2026-04-08' }]);
  await admin.call(
    receipts.create,
    fixture.receipt(10_000, { clientId, entityId, receiptDate: '2026-04-09' }),
  );
  await runOn('2026-04-09');
  expect(await proposed()).toEqual([]);
  expect(await given(entityId)).toEqual([]);
});

it('what was proposed is no longer shown once the mode is off', async () => {
  const entityId = await makeEntity(api.db);
  await debtor(entityId, 'Forgotten');
  await setReminders(admin, entityId, 'propose');
  await runOn('2026-04-07');
  const before = await admin.call(reminders.today, {});
  expect(before.proposed).toBe(1);
  await setReminders(admin, entityId, 'off');
  expect((await admin.call(reminders.today, {})).proposed).toBe(0);
});

it('a promise of one client of a group holds back only what that client owes, and one of the payer all of it', async () => {
  const entityId = await makeEntity(api.db);
  const [payer, member] = [await debtor(entityId, 'Paymaster'), await debtor(entityId, 'Ward')];
  await makeGroup('Estate', payer, member);
  const promise = (clientId: string) =>
    api.db.transaction().execute(async (db) => {
      const id = uuidv7();
      const terms = { clientId, currency: 'EUR', promisedOn: '2026-03-02', amount: minor(100) };
      await db
        .insertInto('promise')
        .values({ id, ...terms, since: '2026-03-02', dueOn: '2026-12-31' })
        .execute();
      await db
        .insertInto('promiseInstalment')
        .values({ promiseId: id, no: 1, dueOn: '2026-12-31', amount: minor(100) })
        .execute();
    });
  await setReminders(admin, entityId, 'send');
  await promise(member.clientId);
  await runOn('2026-04-07');
  const mail = await clientMails(api.db)
    .where('mail.clientId', '=', payer.clientId)
    .executeTakeFirstOrThrow();
  expect(mail.body).toContain('Total · €100.00');
  expect(mail.body).toContain(payer.invoice.number);
  expect(mail.body).not.toContain(member.invoice.number);
  await promise(payer.clientId);
  await runOn('2026-04-21');
  expect(await given(entityId)).toEqual(['Paymaster 1 mail 2026-04-07']);
});

it('a client whose reminder fails does not hold up the others, and a reminder reaches its mailbox with its files', async () => {
  const entityId = await makeEntity(api.db);
  await debtor(entityId, 'Aground');
  await debtor(entityId, 'Afloat');
  await setReminders(admin, entityId, 'send');
  await api.ownerPool.query(`create function sink() returns trigger language plpgsql as $$
    begin
      if exists (select from client where id = new.client_id and name = 'Aground') then raise exception 'sunk'; end if;
      return new;
    end $$;
    create trigger sink before insert on reminder for each row execute function sink()`);
  await runOn('2026-04-07');
  expect(await given(entityId)).toEqual(['Afloat 1 mail 2026-04-07']);
  const runs = await api.db
    .selectFrom('reminderRun')
    .select(['given', 'failed', 'endedAt'])
    .where('entityId', '=', entityId)
    .execute();
  expect(runs).toEqual([{ given: 1, failed: 1, endedAt: expect.any(String) }]);
  await api.ownerPool.query('drop trigger sink on reminder');
  // Nothing of the failed one was left in the outbox.
  const server = await startMailServer();
  const transport = createTransport(server.url);
  await sendDueMail(api.db, transport, 'office@firm.test');
  const received = server.received.filter(({ to }) => to[0]?.startsWith('a'));
  expect(received.map(({ to }) => to)).toEqual([['afloat@client.test']]);
  expect(received[0]?.text.match(/application\/pdf/g)).toHaveLength(2);
  transport.close();
  await server.stop();
});

it('a billing entity whose run fails does not hold up the others, and goes on at the next look', async () => {
  const entityIds = [await makeEntity(api.db), await makeEntity(api.db), await makeEntity(api.db)];
  for (const entityId of entityIds) {
    await debtor(entityId, 'Customer');
    await setReminders(admin, entityId, 'send');
  }
  const [, failing = ''] = entityIds;
  await api.ownerPool.query(`create function stall() returns trigger language plpgsql as $$
    begin
      if new.entity_id = '${failing}' then raise exception 'stalled'; end if;
      return new;
    end $$;
    create trigger stall before insert on reminder_run for each row execute function stall()`);
  const all = async () => (await Promise.all(entityIds.map(given))).map((reminded) => reminded.length);
  await runOn('2026-04-07');
  expect(await all()).toEqual([1, 0, 1]);
  await api.ownerPool.query('drop trigger stall on reminder_run');
  await runOn('2026-04-07');
  expect(await all()).toEqual([1, 1, 1]);
});

// docs/rules.md#reminders
it('a reminder whose mail reached nobody is given again after the fewest days, and the next level waits for it', async () => {
  const entityId = await makeEntity(api.db);
  const { clientId } = await debtor(entityId, 'Mailbox');
  await setReminders(admin, entityId, 'send');
  await runOn('2026-04-07');
  await sql`update email_message set failed_at = now() where id in (select message_id from client_mail
    where client_id = ${clientId})`.execute(api.db);
  await runOn('2026-04-10');
  expect(await given(entityId)).toEqual(['Mailbox 1 mail 2026-04-07']);
  await runOn('2026-04-21');
  await runOn('2026-04-29');
  expect(await given(entityId)).toEqual([
    'Mailbox 1 mail 2026-04-07',
    'Mailbox 1 mail 2026-04-21',
    'Mailbox 2 letter 2026-04-29',
  ]);
});
