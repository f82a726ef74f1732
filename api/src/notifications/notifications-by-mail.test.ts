import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { databaseVariables } from '@daybook/tooling/postgres/pooler';
import { ownNotifications } from '@daybook/contracts/notification-settings';
import type { NotificationChoice } from '@daybook/contracts/notification-settings';
import { eventName } from '@daybook/contracts/notification-texts';
import { notifications } from '@daybook/contracts/notifications';
import { soak } from '../../test/effort.ts';
import { notifiedKeys, raiseEvents, raisedEvents } from '../../test/fixtures/notified-commands.ts';
import { eventually } from '../../test/installation.ts';
import { startMailServer } from '../../test/mail-server.ts';
import type { MailServer } from '../../test/mail-server.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

jest.setTimeout(soak(120_000, 600_000));

const choices = {
  off: { bell: false, mail: 'none' },
  bell: { bell: true, mail: 'none' },
  mail: { bell: false, mail: 'now' },
  digest: { bell: false, mail: 'daily' },
  'bell and mail': { bell: true, mail: 'now' },
  'bell and digest': { bell: true, mail: 'daily' },
} satisfies Record<string, NotificationChoice>;
/** All events in one way, or each in another one of them in turn. */
type Way = keyof typeof choices | 'all in turn';
const allChoices = Object.values<NotificationChoice>(choices);
const ways = [...Object.keys(choices), 'all in turn'] as Way[];

/** How somebody is notified of each event. */
const choicesOf = (way: Way): [(typeof raisedEvents)[number], NotificationChoice][] =>
  raisedEvents.map((kind, index) => [
    kind,
    way === 'all in turn' ? (allChoices[index % allChoices.length] ?? choices.off) : choices[way],
  ]);
/** The events of which somebody is notified so. */
const eventsOf = (way: Way, is: (choice: NotificationChoice) => boolean) =>
  choicesOf(way).flatMap(([kind, choice]) => (is(choice) ? [kind] : []));
const mailedAs = (way: Way, mail: NotificationChoice['mail']) =>
  eventsOf(way, (choice) => choice.mail === mail);

/** Everything happens at nine in the evening in India, and the mail of the day is due at eight in the morning. */
const happened = '2026-03-02T15:30:00Z';
type Quiet = 'none' | 'over it' | 'after it';
const quietHours: Record<Quiet, object> = {
  none: {},
  // Also when the mail of the day is due.
  'over it': { quietFrom: '20:00', quietTo: '08:30' },
  'after it': { quietFrom: '21:01', quietTo: '07:00' },
};

interface Step {
  at: string;
  local: string;
  /** Which mails were written by then: those at once, and that of the day. */
  awake: [boolean, boolean];
  /** The same for people whose quiet hours it happened in. */
  quiet: [boolean, boolean];
  kills?: number;
}
const none: Step['awake'] = [false, false];
const both: Step['awake'] = [true, true];
const steps: Step[] = [
  { at: happened, local: '21:00', awake: [true, false], quiet: none, kills: 1 },
  { at: '2026-03-03T02:29:00Z', local: '07:59', awake: [true, false], quiet: none },
  { at: '2026-03-03T02:30:00Z', local: '08:00', awake: both, quiet: none, kills: 1 },
  { at: '2026-03-03T02:59:00Z', local: '08:29', awake: both, quiet: none },
  { at: '2026-03-03T03:00:00Z', local: '08:30', awake: both, quiet: both, kills: 1 },
  { at: '2026-03-04T03:00:00Z', local: '08:30 the day after', awake: both, quiet: both },
];

interface Worker {
  process: ChildProcess;
  /** When it looked for what is due, in order. */
  looks: string[];
  looked: string[];
}

let api: TestApi;
let mailServer: MailServer;
let workers: Worker[] = [];
const people: { caller: Caller; email: string; way: Way; quiet: Quiet }[] = [];

function startWorker(more: Record<string, string> = {}): Worker {
  const process_ = spawn(process.execPath, [path.join(__dirname, '../../test/notification-worker.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...databaseVariables(api.urls.app),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const worker: Worker = { process: process_, looks: [], looked: [] };
  process_.stdout.on('data', (said: Buffer) => {
    for (const line of said.toString().trim().split('\n')) {
      const [verb, ...now] = line.split(' ');
      worker[verb === 'looked' ? 'looked' : 'looks'].push(now.join(' '));
    }
  });
  workers.push(worker);
  return worker;
}

async function killed({ process: process_ }: Worker): Promise<void> {
  workers = workers.filter((worker) => worker.process !== process_);
  const ended = once(process_, 'exit');
  process_.kill('SIGKILL');
  await ended;
}

/** Kills a worker while it looks for what is due, and starts another in its place. The look may have ended by then. */
async function killOne(more: Record<string, string> = {}): Promise<void> {
  const [worker] = workers;
  if (!worker) return;
  const before = worker.looks.length;
  await eventually(async () => expect(worker.looks.length).toBeGreaterThan(before));
  await killed(worker);
  startWorker(more);
}

/** Waits until both workers have looked for what is due, from beginning to end. */
async function bothLook(): Promise<void> {
  const before = workers.map(({ looks }) => looks.length);
  await eventually(async () => {
    for (const [no, { looked }] of workers.entries())
      expect(looked.length).toBeGreaterThan((before[no] ?? 0) + 1);
  });
}

beforeAll(async () => {
  mailServer = await startMailServer();
  api = await startTestApi(undefined, { SMTP_URL: mailServer.url });
  for (const way of ways)
    for (const quiet of Object.keys(quietHours) as Quiet[]) {
      // A task has room for twenty people.
      if (people.length === 20) break;
      const caller = await api.as({ userType: 'crm', keys: notifiedKeys, scope: 'own' });
      await caller.call(ownNotifications.save, {
        choices: Object.fromEntries(choicesOf(way)),
        timezone: 'Asia/Kolkata',
        digestAt: '08:00',
        ...quietHours[quiet],
      });
      const { email } = await api.db
        .selectFrom('appUser')
        .select('email')
        .where('id', '=', caller.id)
        .executeTakeFirstOrThrow();
      people.push({ caller, email, way, quiet });
    }
  await raiseEvents(
    api,
    people.map(({ caller }) => caller),
  );
  await api.ownerPool.query(`create table test_clock (now timestamptz not null);
    insert into test_clock values ('${happened}'); grant select on test_clock to public;
    update notification set created_at = timestamptz '${happened}' - interval '1 second'`);
});

afterAll(async () => {
  for (const { process: process_ } of workers) process_.kill('SIGKILL');
  await api.stop();
  await mailServer.stop();
});

/** By address, how many mails were written, at once and of the day. */
async function written() {
  const { rows } = await api.ownerPool.query<{ recipient: string; now: number; daily: number }>(
    `select recipient, count(*) filter (where message_key like 'notification %')::int as now,
      count(*) filter (where message_key like 'digest %')::int as daily from email_message group by 1`,
  );
  const byAddress = new Map(rows.map(({ recipient, now, daily }) => [recipient, [now, daily]]));
  return people.map(({ email, way, quiet }) => [way, quiet, ...(byAddress.get(email) ?? [0, 0])]);
}

const expectedAt = (step: Step) =>
  people.map(({ way, quiet }) => {
    const [now, daily] = quiet === 'over it' ? step.quiet : step.awake;
    const ofDay = mailedAs(way, 'daily').length > 0 ? 1 : 0;
    return [way, quiet, now ? mailedAs(way, 'now').length : 0, daily ? ofDay : 0];
  });

const byText = (one: string, other: string): number => (one < other ? -1 : 1);
/** Of each worker to the mail server. */
const connections = 3;

const saidIn = (text: string, header: string): string =>
  new RegExp(`^${header}: (.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';

const unquoted = (text: string) =>
  text
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());

describe('a notification', () => {
  it('comes under the bell at once where that was chosen, also in quiet hours', async () => {
    expect(raisedEvents.length).toBeGreaterThanOrEqual(12);
    for (const { caller, way } of people) {
      const { rows } = await caller.call(notifications.list, {});
      const { count } = await caller.call(notifications.unread, {});
      const expected = eventsOf(way, ({ bell }) => bell).toSorted();
      expect([way, rows.map(({ kind }) => kind).toSorted(), count]).toEqual([way, expected, expected.length]);
    }
  });

  it.each(steps)('is written once by two workers, of which one may be killed, at $local', async (step) => {
    while (workers.length < 2) startWorker();
    await api.ownerPool.query('update test_clock set now = $1', [step.at]);
    for (let no = 0; no < soak(step.kills ?? 0, 10); no += 1) await killOne();
    await bothLook();
    expect(await written()).toEqual(expectedAt(step));
  });

  it('arrives once, in the words of the event, and the mail of the day has all of it', async () => {
    for (const worker of workers) await killed(worker);
    // Sending goes by the real clock, at which somebody may be in quiet hours.
    await api.ownerPool.query('update notification_setting set quiet_from = null, quiet_to = null');
    const sends = { MAIL_SERVER: mailServer.url };
    mailServer.scansMs = 5;
    startWorker(sends);
    startWorker(sends);
    await eventually(async () => expect(mailServer.received.length).toBeGreaterThan(0));
    await killOne(sends);
    await eventually(async () => {
      const { rows } = await api.ownerPool.query('select from email_message where sent_at is null');
      expect(rows).toEqual([]);
    });
    // What was being sent when the worker was killed comes again under the same id, by which a mailbox knows it.
    const received = new Map(mailServer.received.map((mail) => [saidIn(mail.text, 'Message-ID'), mail]));
    expect(mailServer.received.length - received.size).toBeLessThanOrEqual(connections);
    const arrived = people.map(({ email, way, quiet }) => {
      const texts = [...received.values()]
        .filter(({ to }) => to.includes(email))
        .map(({ text }) => unquoted(text));
      const said = texts.map((text) => [saidIn(text, 'Subject'), text.match(/^• /gm)?.length ?? 0] as const);
      return [way, quiet, said.toSorted(([one], [other]) => byText(one, other))];
    });
    const expected = people.map(({ way, quiet }) => {
      const ofDay = mailedAs(way, 'daily').length;
      const said = [
        ...mailedAs(way, 'now').map((kind) => [eventName('en', kind), 0] as const),
        ...(ofDay > 0 ? [['Your notifications of 3 Mar 2026', ofDay] as const] : []),
      ];
      return [way, quiet, said.toSorted(([one], [other]) => byText(one, other))];
    });
    expect(arrived).toEqual(expected);
  });
});
