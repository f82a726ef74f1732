import { createTransport } from 'nodemailer';
import { ownNotifications } from '@daybook/contracts/notification-settings';
import { startMailServer } from '../../test/mail-server.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { sendDueMail } from '../mail/send-mail.ts';
import { mailNotifications } from './mail-notifications.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi(undefined, { SMTP_URL: 'smtp://127.0.0.1:1' });
});
afterEach(() => api.ownerPool.query('delete from notification; delete from email_message'));
afterAll(() => api.stop());

const daily = { bell: false, mail: 'daily' as const };
const choose = (
  person: Caller,
  hours: { timezone: string; digestAt: string; quietFrom?: string; quietTo?: string },
) => person.call(ownNotifications.save, { choices: { task_assigned: daily }, ...hours });

const mailAt = (clock: string) =>
  mailNotifications(api.db, { clock, publicUrl: 'https://daybook.example', canMail: true });

/** Something happens to everybody just before. */
const happensBefore = (clock: string, people: readonly Caller[]) =>
  api.ownerPool.query(
    `insert into notification (user_id, kind, params, created_at)
     select id, 'task_assigned', '{"no": "T-1", "title": "Audit"}', $2::timestamptz - interval '1 second' from unnest($1::uuid[]) as id`,
    [people.map(({ id }) => id), clock],
  );

async function digestsOf({ id }: Caller): Promise<number> {
  const { rows } = await api.ownerPool.query(
    `select from email_message join app_user on recipient = email where app_user.id = $1 and message_key like 'digest %'`,
    [id],
  );
  return rows.length;
}

/** The local day and time, of an instant. */
const localOf = (timezone: string, clock: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(clock),
  );

/** Half hours around a change of clocks, in which three mails are due. */
const stepsFrom = (begin: string): string[] =>
  Array.from({ length: 140 }, (_, no) => new Date(Date.parse(begin) + no * 1_800_000).toISOString());

// Clocks go forward over the time of the mail, or back so that it comes twice; in Beirut and Lord Howe by another hour and by half of one.
describe('the mail of the day', () => {
  it.each([
    [
      '2026-03-07T05:00:00Z',
      'America/New_York',
      '02:30',
      ['2026-03-07 02:30', '2026-03-08 03:00', '2026-03-09 02:30'],
    ],
    [
      '2026-10-31T04:00:00Z',
      'America/New_York',
      '01:30',
      ['2026-10-31 01:30', '2026-11-01 01:30', '2026-11-02 01:30'],
    ],
    [
      '2026-03-27T22:00:00Z',
      'Asia/Beirut',
      '00:00',
      ['2026-03-28 00:00', '2026-03-29 01:00', '2026-03-30 00:00'],
    ],
    [
      '2026-04-03T13:00:00Z',
      'Australia/Lord_Howe',
      '01:30',
      ['2026-04-04 01:30', '2026-04-05 01:30', '2026-04-06 01:30'],
    ],
    [
      '2026-10-02T13:30:00Z',
      'Australia/Lord_Howe',
      '02:00',
      ['2026-10-03 02:00', '2026-10-04 02:30', '2026-10-05 02:00'],
    ],
  ])(
    'comes once a day around a change of clocks: from %s in %s at %s',
    async (begin, timezone, digestAt, expected) => {
      const person = await api.as({ userType: 'executive' });
      await choose(person, { timezone, digestAt });
      const came: string[] = [];
      for (const clock of stepsFrom(begin)) {
        await happensBefore(clock, [person]);
        const before = await digestsOf(person);
        await mailAt(clock);
        const more = (await digestsOf(person)) - before;
        came.push(...Array.from({ length: more }, () => localOf(timezone, clock)));
      }
      expect(came).toEqual(expected);
    },
  );

  it('comes the next morning to somebody who has travelled west over midnight', async () => {
    const person = await api.as({ userType: 'executive' });
    await choose(person, { timezone: 'Pacific/Auckland', digestAt: '08:00' });
    await happensBefore('2026-06-02T19:00:00Z', [person]);
    await mailAt('2026-06-02T20:00:00Z');
    expect([localOf('Pacific/Auckland', '2026-06-02T20:00:00Z'), await digestsOf(person)]).toEqual([
      '2026-06-03 08:00',
      1,
    ]);

    await choose(person, { timezone: 'America/Los_Angeles', digestAt: '08:00' });
    await happensBefore('2026-06-03T04:00:00Z', [person]);
    await mailAt('2026-06-03T14:59:00Z');
    expect(await digestsOf(person)).toBe(1);
    await mailAt('2026-06-03T15:00:00Z');
    expect([localOf('America/Los_Angeles', '2026-06-03T15:00:00Z'), await digestsOf(person)]).toEqual([
      '2026-06-03 08:00',
      2,
    ]);
  });
});

/** So many hours from now. */
const hour = (from: number) => new Date(Date.now() + from * 3_600_000).toISOString().slice(11, 16);

describe('quiet hours', () => {
  it.each([
    ['Asia/Kolkata', '22:00', '07:00', '2026-03-02T16:29:00Z', false],
    ['Asia/Kolkata', '22:00', '07:00', '2026-03-02T16:30:00Z', true],
    ['Asia/Kolkata', '22:00', '07:00', '2026-03-03T01:29:00Z', true],
    ['Asia/Kolkata', '22:00', '07:00', '2026-03-03T01:30:00Z', false],
    // By day.
    ['Pacific/Apia', '12:00', '13:30', '2026-03-02T23:00:00Z', true],
    ['Pacific/Apia', '12:00', '13:30', '2026-03-03T00:30:00Z', false],
    // The hour that comes twice is quiet twice, and the one that is left out is over at once.
    ['America/New_York', '01:00', '02:00', '2026-11-01T05:30:00Z', true],
    ['America/New_York', '01:00', '02:00', '2026-11-01T06:30:00Z', true],
    ['America/New_York', '01:00', '02:00', '2026-11-01T07:00:00Z', false],
    ['America/New_York', '22:00', '02:30', '2026-03-08T06:59:00Z', true],
    ['America/New_York', '22:00', '02:30', '2026-03-08T07:00:00Z', false],
  ])('in %s from %s to %s hold at %s: %s', async (timezone, quietFrom, quietTo, clock, isQuiet) => {
    const person = await api.as({ userType: 'executive' });
    await choose(person, { timezone, digestAt: '08:00', quietFrom, quietTo });
    const { rows } = await api.ownerPool.query<{ is_quiet: boolean }>('select is_quiet($1, $2)', [
      person.id,
      clock,
    ]);
    expect(rows).toEqual([{ is_quiet: isQuiet }]);
  });

  it('hold also for a mail that a mail server which was away has kept waiting until they begin', async () => {
    const mailServer = await startMailServer();
    const transport = createTransport({ url: mailServer.url });
    const send = () => sendDueMail(api.db, transport, 'office@firm.test');
    const person = await api.as({ userType: 'executive' });
    const save = (quiet: object) =>
      person.call(ownNotifications.save, {
        choices: { task_assigned: { bell: false, mail: 'now' } },
        timezone: 'UTC',
        digestAt: '08:00',
        ...quiet,
      });
    await save({});
    await api.appPool.query(`select tell($1, 'task_assigned', '{}', null, null)`, [person.id]);
    await mailNotifications(api.db, { clock: null, publicUrl: 'https://daybook.example', canMail: true });
    await save({ quietFrom: hour(-2), quietTo: hour(2) });
    expect([await send(), mailServer.received.length]).toEqual([0, 0]);
    await save({});
    expect([await send(), mailServer.received.length]).toEqual([1, 1]);
    transport.close();
    await mailServer.stop();
  });
});
