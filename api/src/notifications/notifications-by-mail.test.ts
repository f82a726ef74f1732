import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { ownNotifications } from '@daybook/contracts/notification-settings';
import type { NotificationChoice } from '@daybook/contracts/notification-settings';
import { notifications } from '@daybook/contracts/notifications';
import type { NotificationKind } from '@daybook/contracts/notifications';
import { soak } from '../../test/effort.ts';
import { eventually } from '../../test/installation.ts';
import { startMailServer } from '../../test/mail-server.ts';
import type { MailServer } from '../../test/mail-server.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { sendDueMail } from '../mail/send-mail.ts';

jest.setTimeout(soak(120_000, 600_000));

const events = [
  'task_assigned',
  'task_to_review',
  'task_mentioned',
  'enquiry_assigned',
  'client_assigned',
  'document_expiring',
  'invoice_to_approve',
  'expense_approved',
  'series_failed',
  'promise_broken',
  'handed_over',
  'books_wrong',
] as const satisfies readonly NotificationKind[];

const params = {
  no: 'T-7',
  title: 'Annual accounts',
  by: 'Ada',
  name: 'Ravi',
  code: 'C-1',
  client: 'Lotus Foods',
  what: 'Taxi',
  date: '2026-03-31',
  amount: '1250.00 INR',
  count: 3,
};

type Way = 'off' | 'bell' | 'mail' | 'digest' | 'bell and mail' | 'bell and digest';
const ways: Record<Way, NotificationChoice> = {
  off: { bell: false, mail: 'none' },
  bell: { bell: true, mail: 'none' },
  mail: { bell: false, mail: 'now' },
  digest: { bell: false, mail: 'daily' },
  'bell and mail': { bell: true, mail: 'now' },
  'bell and digest': { bell: true, mail: 'daily' },
};

/** Everything happens at nine in the evening in India. */
const happened = '2026-03-02T15:30:00Z';
/** How many mails somebody has by then, of those at once and of the day. */
const steps = [
  { at: happened, local: '21:00', awake: [12, 0], quiet: [0, 0] },
  { at: '2026-03-03T01:29:00Z', local: '06:59', awake: [12, 0], quiet: [0, 0] },
  { at: '2026-03-03T01:30:00Z', local: '07:00', awake: [12, 0], quiet: [12, 0] },
  { at: '2026-03-03T02:29:00Z', local: '07:59', awake: [12, 0], quiet: [12, 0] },
  { at: '2026-03-03T02:30:00Z', local: '08:00', awake: [12, 1], quiet: [12, 1] },
  { at: '2026-03-04T02:30:00Z', local: '08:00 the day after', awake: [12, 1], quiet: [12, 1] },
] as const;

let api: TestApi;
let mailServer: MailServer;
const workers: ChildProcess[] = [];
const people: { caller: Caller; email: string; way: Way; isQuiet: boolean }[] = [];

const startWorker = (): number =>
  workers.push(
    spawn(process.execPath, [path.join(__dirname, '../../test/notification-worker.ts')], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATABASE_URL: api.urls.app,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );

const emailOf = async (id: string) => {
  const { email } = await api.db
    .selectFrom('appUser')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return email;
};

beforeAll(async () => {
  mailServer = await startMailServer();
  api = await startTestApi(undefined, { SMTP_URL: mailServer.url });
  for (const way of Object.keys(ways) as Way[])
    for (const isQuiet of [false, true]) {
      const caller = await api.as({ userType: 'executive' });
      const choices = Object.fromEntries(events.map((kind) => [kind, ways[way]]));
      await caller.call(ownNotifications.save, {
        choices,
        timezone: 'Asia/Kolkata',
        digestAt: '08:00',
        ...(isQuiet && { quietFrom: '20:00', quietTo: '07:00' }),
      });
      people.push({ caller, email: await emailOf(caller.id), way, isQuiet });
    }
  await api.ownerPool.query(`create table test_clock (now timestamptz not null);
    insert into test_clock values ('${happened}'); grant select on test_clock to public`);
  for (const { caller } of people)
    for (const kind of events)
      await api.appPool.query('select tell($1, $2, $3, null, null)', [caller.id, kind, params]);
  await api.ownerPool.query(
    `update notification set created_at = timestamptz '${happened}' - interval '1 second'`,
  );
});

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await api.stop();
  await mailServer.stop();
});

/** How many mails the person was written, at once and of the day. */
async function writtenTo(email: string): Promise<[number, number]> {
  const { rows } = await api.ownerPool.query<{ message_key: string }>(
    'select message_key from email_message where recipient = $1',
    [email],
  );
  const many = (start: string) => rows.filter((row) => row.message_key.startsWith(start)).length;
  return [many('notification '), many('digest ')];
}

const expectedOf = ({ way, isQuiet }: { way: Way; isQuiet: boolean }, step: (typeof steps)[number]) => {
  const [now, digest] = isQuiet ? step.quiet : step.awake;
  const { mail } = ways[way];
  return [mail === 'now' ? now : 0, mail === 'daily' ? digest : 0];
};

const all = async () =>
  Promise.all(people.map(async (one) => [one.way, one.isQuiet, ...(await writtenTo(one.email))]));

describe('a notification', () => {
  it('comes under the bell at once where that was chosen, also in quiet hours', async () => {
    for (const { caller, way } of people) {
      const { rows } = await caller.call(notifications.list, {});
      const unread = await caller.call(notifications.unread, {});
      const bells = ways[way].bell ? 12 : 0;
      expect([way, rows.length, unread.count]).toEqual([way, bells, bells]);
    }
  });

  it.each(steps)('is mailed once by two workers that are killed, at $local', async (step) => {
    await api.ownerPool.query('update test_clock set now = $1', [step.at]);
    startWorker();
    startWorker();
    const expected = people.map((one) => [one.way, one.isQuiet, ...expectedOf(one, step)]);
    for (let no = 0; no < soak(1, 10); no += 1) {
      await new Promise((resolve) => setTimeout(resolve, 150 + no * 70));
      workers.shift()?.kill('SIGKILL');
      startWorker();
    }
    await eventually(async () => expect(await all()).toEqual(expected), 30_000);
    // Both have looked again and found nothing.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await all()).toEqual(expected);
    for (const worker of workers.splice(0)) worker.kill('SIGKILL');
  });

  it('arrives once, in the words of the event, with one digest that has all of the day', async () => {
    const transport = createTransport({ url: mailServer.url });
    const send = () =>
      sendDueMail(api.db, transport, 'daybook@firm.test', undefined, { mostAMinute: 10_000 });
    await Promise.all([send(), send()]);
    const received = (email: string) => mailServer.received.filter(({ to }) => to.includes(email));
    for (const { email, way } of people) {
      const { mail } = ways[way];
      expect([way, received(email).length]).toEqual([way, { none: 0, now: 12, daily: 1 }[mail]]);
    }
    const digest = received(people.find(({ way }) => way === 'digest')?.email ?? '')[0]?.text ?? '';
    const plain = digest.replaceAll('=\r\n', '');
    expect(plain).toContain('Subject: Your notifications of 3 Mar 2026');
    expect(plain.match(/^=E2=80=A2 /gm)).toHaveLength(12);
    const subjects = received(people.find(({ way }) => way === 'mail')?.email ?? '').map(({ text }) =>
      /^Subject: (.*)$/m.exec(text)?.[1]?.trim(),
    );
    expect(new Set(subjects).size).toBe(12);
    expect(subjects).toContain('A promise to pay is not kept');
  });
});
