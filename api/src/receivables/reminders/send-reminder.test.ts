import { unzipSync } from 'fflate';
import { uuidv7 } from 'uuidv7';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { jobs } from '@daybook/contracts/jobs/jobs';
import { notifications } from '@daybook/contracts/notifications';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { addDays } from '@daybook/contracts/plain-date';
import { followUpHistory } from '@daybook/contracts/receivables/follow-up/follow-up-history';
import { worklist } from '@daybook/contracts/receivables/follow-up/worklist';
import { clientMailEndpoints } from '@daybook/contracts/receivables/mails/client-mails';
import { reminderLevels } from '@daybook/contracts/receivables/reminders/reminder-levels';
import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeTaxCode } from '../../../test/fixtures/masters.ts';
import { makeDebtor, setReminders } from '../../../test/fixtures/reminder-fixture.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { json } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { purgeContents } from '../../files/file-content.ts';
import { requestOf } from '../../http/request-of.ts';
import { doJobs, noTurn } from '../../jobs/do-jobs.ts';
import { kindsOfJobs } from '../../start-jobs.ts';
import { putClientMail } from '../mails/put-client-mail.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling(
    { userType: 'super_admin' },
    { SMTP_URL: 'smtp://127.0.0.1:1' },
  ));
  await setReminders(admin, fixture.entityId, 'off', { remindFrom: 100 });
});
afterAll(() => api.stop());

/** A client whose invoice of 100 has been overdue for this many days. */
async function debtor(name: string, daysLate: number, more: { hasMail?: boolean } = {}): Promise<string> {
  const { entityId } = fixture;
  const clientId = await makeDebtor(api.db, { name, entityId, crmId: admin.id, ...more });
  const dueDate = addDays(today, -daysLate);
  await fixture.issued(10_000, { clientId, issueDate: addDays(dueDate, -30), dueDate });
  return clientId;
}
const of = (clientId: string) => ({ clientId, entityId: fixture.entityId });

/** The first level was given long ago. */
const remindedBefore = (clientId: string) =>
  api.db
    .insertInto('reminder')
    .values({
      id: uuidv7(),
      ...of(clientId),
      level: 1,
      day: addDays(today, -15),
      channel: 'call',
      content: json({ rows: [], totals: [] }),
    })
    .execute();

it('the preview says for each client who would get what, or why it would get nothing', async () => {
  const late = await debtor('Anna', 40);
  const early = await debtor('Berta', 2);
  const mute = await debtor('Carla', 8, { hasMail: false });
  const paid = await debtor('Dora', 8);
  await admin.call(receipts.create, fixture.receipt(10_000, { clientId: paid, receiptDate: today }));
  const nearly = await debtor('Erna', 8);
  await admin.call(receipts.create, fixture.receipt(9_900, { clientId: nearly, receiptDate: today }));
  const clear = await makeDebtor(api.db, { name: 'Frida', entityId: fixture.entityId, crmId: admin.id });
  const clientIds = [late, early, mute, paid, nearly, clear];
  const { rows, canMail, isMore } = await admin.call(reminders.preview, { clientIds });
  expect([canMail, isMore]).toEqual([true, false]);
  const told = rows.map(({ client, level, why, sentTo }) =>
    [client.label, level?.no ?? why, ...sentTo].join(' '),
  );
  expect(told.toSorted()).toEqual([
    'Anna 1 anna@client.test',
    'Berta BEFORE_FIRST_LEVEL',
    'Carla NO_MAIL_ADDRESS',
    'Dora ROWS_COVERED',
    'Erna SMALL_BALANCE',
    'Frida NOTHING_OVERDUE',
  ]);
  expect(rows.find(({ client }) => client.id === late)).toMatchObject({
    channel: 'mail',
    totals: [{ currency: 'EUR', amount: 10_000 }],
  });
  const everybody = await admin.call(reminders.preview, {});
  const names = everybody.rows.map(({ client }) => client.label);
  expect(names.filter((name) => name.length < 8).toSorted()).toEqual([
    'Anna',
    'Berta',
    'Carla',
    'Dora',
    'Erna',
  ]);
});

it('the preview and its file take the search and the filter of the worklist', async () => {
  const [one, other] = [await debtor('Xaver', 12), await debtor('Xenia', 12)];
  const crm = await api.as({ userType: 'crm', scope: 'own', keys: ['followup.follow_up'] });
  await api.db.updateTable('client').set({ crmId: crm.id }).where('id', '=', other).execute();
  await api.db
    .insertInto('reminderProposal')
    .values({ ...of(one), level: 1, day: today })
    .execute();
  const names = async (asked: object) => {
    const { rows } = await admin.call(reminders.preview, asked);
    return rows.map(({ client }) => client.label).toSorted();
  };
  expect(await names({ q: 'xa' })).toEqual(['Xaver']);
  expect(await names({ q: 'x', filter: { currency: 'EUR' } })).toEqual(['Xaver', 'Xenia']);
  expect(await names({ q: 'x', filter: { currency: 'USD' } })).toEqual([]);
  expect(await names({ q: 'x', filter: { entityId: uuidv7() } })).toEqual([]);
  for (const filter of [{ crmId: crm.id }, { responsibleId: crm.id }])
    expect(await names({ filter })).toEqual(['Xenia']);
  expect(await names({ filter: { tab: 'to_remind' } })).toEqual(['Xaver']);
  const file = await admin.inject(
    requestOf(reminders.exportPreview, { q: 'x', filter: { crmId: crm.id }, format: 'csv' }, {}),
  );
  expect(file.body.trimEnd().split('\r\n')).toHaveLength(2);
  expect(file.body).toContain('Xenia');
  await admin.call(reminders.send, of(one));
});

it('a reminder is sent once by many who send it at the same time, and is kept with its mail and its files', async () => {
  const clientId = await debtor('Gerda', 10);
  const { byChannel: before } = await admin.call(reminders.today, {});
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => admin.inject(requestOf(reminders.send, of(clientId), {}))),
  );
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 409, 409, 409, 409]);
  const { rows } = await admin.call(reminders.list, { filter: { clientId } });
  expect(rows).toMatchObject([
    {
      level: { no: 1, name: 'First' },
      channel: 'mail',
      totals: [{ currency: 'EUR', amount: 10_000 }],
      mail: { sentTo: ['gerda@client.test'], status: 'waiting' },
    },
  ]);
  const id = rows[0]?.mail?.id ?? '';
  const mail = await admin.call(clientMailEndpoints.open, { id });
  expect(mail.files).toHaveLength(2);
  const file = await admin.inject(requestOf(clientMailEndpoints.file, { id, no: 1 }, {}));
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(await admin.refused(clientMailEndpoints.open, { id: uuidv7() })).toMatchObject({
    code: 'NOT_FOUND',
  });
  const again = await admin.refused(reminders.send, of(clientId));
  expect(again).toMatchObject({ code: 'REMINDER_NOT_DUE' });
  expect((await admin.call(reminders.today, {})).byChannel).toEqual({ ...before, mail: before.mail + 1 });
});

it('many reminders are given in the background, each with its result', async () => {
  const [due, clear] = [await debtor('Karla', 12), await debtor('Lena', 1)];
  const { id } = await admin.call(reminders.start, { items: [due, clear, due].map(of) });
  const doing = { kinds: kindsOfJobs, canMail: true, turn: noTurn() };
  expect(await doJobs(api.db, doing)).toBe(2);
  const { rows } = await admin.call(jobs.items, { id });
  expect(rows).toMatchObject([
    { status: 'done', subject: { name: 'Karla' }, made: expect.any(String) },
    { status: 'refused', subject: { name: 'Lena' }, refusal: { code: 'REMINDER_NOT_DUE' } },
  ]);
  expect((await admin.call(reminders.list, { filter: { clientId: due } })).rows).toHaveLength(1);
  const told = (await admin.call(notifications.list, {})).rows.find(({ kind }) => kind === 'reminders_sent');
  expect(told).toMatchObject({ params: { done: 1, refused: 1 }, record: { kind: 'job', id } });
});

it('the text is shown before it is sent, and a letter is printed instead of mailed', async () => {
  const clientId = await debtor('Hilda', 25);
  const draft = await admin.call(reminders.read, of(clientId));
  expect(draft).toMatchObject({ level: { no: 1 }, subject: 'Hartmann & Fils: payment reminder' });
  expect(draft.body).toContain('€100.00');
  expect(draft.html).toContain('Hartmann &amp; Fils');
  await remindedBefore(clientId);
  const { id, channel } = await admin.call(reminders.send, of(clientId));
  expect(channel).toBe('letter');
  // The hourly purge deletes content that nothing refers to.
  await purgeContents(api.db);
  const letter = await admin.inject(requestOf(reminders.letter, { id }, {}));
  expect(letter.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const { rows } = await admin.call(followUpHistory.list, { id: clientId, filter: { kind: ['reminder'] } });
  expect(rows.map(({ document }) => document)).toContainEqual({ kind: 'reminder', id, label: today });
});

it('the audit log says that a reminder was mailed, but not the text of the mail', async () => {
  const clientId = await debtor('Olga', 25);
  await admin.call(reminders.send, of(clientId));
  const { rows } = await api.ownerPool.query<{ after: object }>(
    `select body -> 'after' as after from audit_event where entity = 'client_mail' and body #>> '{after,client_id}' = $1`,
    [clientId],
  );
  expect(rows).toMatchObject([{ after: { subject: 'Hartmann & Fils: payment reminder' } }]);
  expect(Object.keys(rows[0]?.after ?? {})).not.toContain('body');
  expect(Object.keys(rows[0]?.after ?? {})).not.toContain('html');
});

it('the letters of a job are files of its items, and are in its zip file', async () => {
  const [written, mailed] = [await debtor('Mona', 25), await debtor('Nora', 10)];
  await remindedBefore(written);
  const { id } = await admin.call(reminders.start, { items: [written, mailed].map(of) });
  await doJobs(api.db, { kinds: kindsOfJobs, canMail: true, turn: noTurn() });
  const { rows } = await admin.call(jobs.items, { id });
  expect(rows.map(({ subject, hasFile }) => [subject?.name, hasFile])).toEqual([
    ['Mona', true],
    ['Nora', false],
  ]);
  const letter = await admin.inject(requestOf(reminders.letter, { id: rows[0]?.made ?? '' }, {}));
  const zip = await admin.inject(requestOf(jobs.files, { id }, {}));
  const files = Object.entries(unzipSync(zip.rawPayload));
  expect(files.map(([name]) => name)).toEqual([`${today}-Mona.pdf`]);
  expect(files.map(([, bytes]) => Buffer.from(bytes).equals(letter.rawPayload))).toEqual([true]);
});

it('the worklist shows who is proposed for a reminder, until it is given', async () => {
  const clientId = await debtor('Rosa', 10);
  await api.db
    .insertInto('reminderProposal')
    .values({ ...of(clientId), level: 1, day: today })
    .execute();
  const toRemind = async () => {
    const filter = { tab: 'to_remind' } as const;
    const { rows } = await admin.call(worklist.list, { filter });
    const { total } = await admin.call(worklist.total, { filter });
    const { proposed } = await admin.call(reminders.today, {});
    return [rows.map(({ client, levelDue }) => [client.label, levelDue?.name]), total, proposed];
  };
  expect(await toRemind()).toEqual([[['Rosa', 'First']], 1, 1]);
  await admin.call(reminders.send, of(clientId));
  expect(await toRemind()).toEqual([[], 0, 0]);
});

it('the preview is exported with what each client would get, and why others get nothing', async () => {
  const [due, early] = [await debtor('Olga', 10), await debtor('Paula', 2)];
  const file = await admin.inject(
    requestOf(reminders.exportPreview, { filter: { clientId: [due, early] }, format: 'csv' }, {}),
  );
  const lines = file.body.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(lines[0]).toBe('Client,Billing entity,Reminder,Channel,Recipients,Currency,Amount asked for,Reason');
  expect(
    lines
      .slice(1)
      .map((line) => line.split(',').toSpliced(1, 1).join(','))
      .toSorted(),
  ).toEqual([
    'Olga,First,E-mail,olga@client.test,EUR,100.00,',
    'Paula,,,,,,The first level is not reached yet',
  ]);
});

// docs/rules.md#reminders
it('a late fee is proposed as a pending item once, and nothing is posted', async () => {
  const clientId = await debtor('Quirina', 10);
  const taxCodeId = await makeTaxCode(api.db, { code: 'LATE', rate: '0', category: 'O' });
  const { version, levels } = await admin.call(reminderLevels.open, { id: fixture.entityId });
  const withFee = levels.map(({ no, usualTemplates: _usual, ...level }) => ({
    ...level,
    fee: no === 1 ? 1_500 : null,
  }));
  await admin.call(
    reminderLevels.edit,
    { id: fixture.entityId, remindFrom: 100, feeTaxCodeId: taxCodeId, levels: withFee },
    { version },
  );
  const posted = async () =>
    (
      await api.ownerPool.query<{ entries: number; invoices: number }>(
        'select (select count(*) from journal_entry)::int as entries, (select count(*) from invoice)::int as invoices',
      )
    ).rows;
  const before = await posted();
  await admin.call(reminders.send, of(clientId));
  expect(await admin.refused(reminders.send, of(clientId))).toMatchObject({ code: 'REMINDER_NOT_DUE' });
  const { rows } = await admin.call(pendingInvoices.list, { filter: { clientId } });
  expect(rows).toMatchObject([
    { description: `First ${today}`, amount: 1_500, currency: 'EUR', status: 'open' },
  ]);
  expect(await posted()).toEqual(before);
});

it('a level that is given again, as nobody got its mail, costs no second fee', async () => {
  const clientId = await debtor('Sabine', 30);
  const mailId = await inTransaction(api.db, (db) =>
    putClientMail(db, {
      ...of(clientId),
      kind: 'reminder',
      key: 'lost',
      day: addDays(today, -15),
      level: 1,
      sentTo: ['sabine@client.test'],
      copiedTo: [],
      language: 'en',
      subject: 'Reminder',
      parts: [{ paragraph: 'Please pay.' }],
      files: [],
    }),
  );
  await api.ownerPool.query(
    'update email_message set failed_at = now() where id = (select message_id from client_mail where id = $1)',
    [mailId],
  );
  await api.db
    .insertInto('reminder')
    .values({
      id: uuidv7(),
      ...of(clientId),
      level: 1,
      day: addDays(today, -15),
      channel: 'mail',
      mailId,
      content: '{}',
    })
    .execute();
  expect(await admin.call(reminders.send, of(clientId))).toMatchObject({ level: { no: 1 } });
  expect((await admin.call(pendingInvoices.list, { filter: { clientId } })).rows).toEqual([]);
});

it('nobody reminds a client that they do not see, or a group of which they see a part', async () => {
  const [seen, hidden] = [await debtor('Ida', 10), await debtor('Jana', 10)];
  const groupId = uuidv7();
  await api.db.transaction().execute(async (db) => {
    await db.insertInto('clientGroup').values({ id: groupId, name: 'Twins', payerClientId: seen }).execute();
    await db.updateTable('client').set({ groupId }).where('id', 'in', [seen, hidden]).execute();
  });
  const crm = await api.as({ userType: 'crm', scope: 'own', keys: ['followup.follow_up'] });
  await api.db.updateTable('client').set({ crmId: crm.id }).where('id', '=', seen).execute();
  for (const clientId of [seen, hidden])
    for (const endpoint of [reminders.send, reminders.read])
      expect(await crm.refused(endpoint, of(clientId))).toMatchObject({ code: 'NOT_FOUND' });
  expect((await crm.call(reminders.preview, {})).rows).toEqual([]);
  // With both of them, the payer is reminded of what both owe.
  await api.db.updateTable('client').set({ crmId: crm.id }).where('id', '=', hidden).execute();
  const { rows } = await crm.call(reminders.preview, { clientIds: [hidden] });
  expect(rows).toMatchObject([{ client: { id: seen }, totals: [{ amount: 20_000 }] }]);
});

/** A payer and another client of its group, both late. */
async function group(payerName: string, memberName: string): Promise<{ payer: string; member: string }> {
  const [payer, member] = [await debtor(payerName, 25), await debtor(memberName, 25)];
  const groupId = uuidv7();
  await api.db.transaction().execute(async (db) => {
    await db
      .insertInto('clientGroup')
      .values({ id: groupId, name: payerName, payerClientId: payer })
      .execute();
    await db.updateTable('client').set({ groupId }).where('id', 'in', [payer, member]).execute();
  });
  return { payer, member };
}

// docs/rules.md#scope
it('only people who see all clients that a mail or letter to the payer of a group names can open it', async () => {
  const [mailed, written] = [await group('Tilda', 'Ulla'), await group('Vera', 'Wanda')];
  await remindedBefore(written.payer);
  const crm = await api.as({
    userType: 'crm',
    scope: 'own',
    keys: ['followup.follow_up', 'followup.history', 'invoices.view'],
  });
  const letSee = (clientIds: string[]) =>
    api.db.updateTable('client').set({ crmId: crm.id }).where('id', 'in', clientIds).execute();
  await letSee([mailed.payer, written.payer]);
  const { mail } = await admin.call(reminders.send, of(mailed.payer));
  const { id } = await admin.call(reminders.send, of(written.payer));
  const opened = () =>
    Promise.all(
      [
        requestOf(clientMailEndpoints.open, { id: mail?.id ?? '' }, {}),
        requestOf(clientMailEndpoints.file, { id: mail?.id ?? '', no: 1 }, {}),
        requestOf(reminders.letter, { id }, {}),
      ].map(async (request) => (await crm.inject(request)).statusCode),
    );
  const listed = async () => {
    const filter = { kind: ['reminder' as const] };
    const histories = [
      await crm.call(followUpHistory.list, { id: mailed.payer, filter }),
      await crm.call(followUpHistory.list, { id: written.payer, filter }),
    ];
    return [
      (await crm.call(reminders.list, {})).rows.map(({ channel }) => channel).toSorted(),
      histories.flatMap(({ rows }) => rows.map(({ document }) => document?.kind ?? 'call')).toSorted(),
    ];
  };
  expect(await opened()).toEqual([404, 404, 404]);
  expect(await listed()).toEqual([['call'], ['call']]);
  await letSee([mailed.member, written.member]);
  expect(await opened()).toEqual([200, 200, 200]);
  expect(await listed()).toEqual([
    ['call', 'letter', 'mail'],
    ['call', 'client_mail', 'reminder'],
  ]);
});
