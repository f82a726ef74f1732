import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { crms } from '@daybook/contracts/people/staff';
import { languages } from '@daybook/contracts/fields';
import { eventually } from '../../test/installation.ts';
import { startMailServer } from '../../test/mail-server.ts';
import type { MailServer } from '../../test/mail-server.ts';
import { startServerProcess } from '../../test/server-process.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { secretBox } from '../auth/secret-box.ts';
import { enqueueMail } from './outbox.ts';
import { mailSource } from './mail-source.ts';
import { sendDueMail } from './send-mail.ts';
import { startMail } from './start-mail.ts';

let api: TestApi;
let owner: Caller;
let mailServer: MailServer;
let transport: Parameters<typeof sendDueMail>[1];

beforeEach(async () => {
  mailServer = await startMailServer();
  transport = createTransport(mailServer.url);
  api = await startTestApi(undefined, { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://daybook.example/' });
  owner = await api.as({ userType: 'super_admin' });
});
afterEach(async () => {
  transport.close();
  await mailServer.stop();
  await api.stop();
});

const send = () => sendDueMail(api.db, transport, 'office@firm.test');
const stored = () =>
  api.db
    .selectFrom('emailMessage')
    .select(['recipient', 'subject', 'body', 'attempts', 'sentAt', 'failedAt', 'lastError', 'nextAttemptAt'])
    .orderBy('recipient')
    .execute();
const makeDue = () => api.ownerPool.query('update email_message set next_attempt_at = now()');
const inLine = (no: number) =>
  enqueueMail(api.db, { key: `mail ${no}`, to: `p${no}@firm.test`, subject: 'Hello', body: 'A secret link' });

it('an invitation reaches its person in their language, and its link is then deleted from the outbox', async () => {
  for (const locale of languages) {
    const { link } = await owner.call(crms.create, {
      name: '佐藤 美咲',
      email: `${locale}@firm.test`,
      scope: 'own',
      locale,
    });
    expect(link).toBeNull();
  }
  const subjects = (await stored()).map(({ subject }) => subject);
  expect(new Set(subjects).size).toBe(languages.length);
  expect(await send()).toBe(4);
  expect(mailServer.received.map(({ to }) => to[0] ?? '').toSorted()).toEqual(
    languages.map((locale) => `${locale}@firm.test`).toSorted(),
  );
  const english = mailServer.received.find(({ to }) => to[0]?.startsWith('en'));
  expect(english).toMatchObject({ from: 'office@firm.test' });
  expect(english?.text).toContain('Subject: Your invitation to Daybook');
  expect(await stored()).toEqual(
    (await stored()).map((mail) => ({ ...mail, body: '', attempts: 1, sentAt: expect.any(String) })),
  );
  expect(await send()).toBe(0);
});

it('the link in a mail is complete and leads to the public address', async () => {
  await owner.call(crms.create, { name: 'Ada', email: 'ada@firm.test', scope: 'own', locale: 'en' });
  await send();
  expect(mailServer.received[0]?.text.replaceAll('=\r\n', '')).toMatch(
    /^https:\/\/daybook\.example\/auth\/link#[\w-]{43}\r$/m,
  );
});

it('a mail is not written when its transaction is rolled back', async () => {
  const given = { name: 'Ada', email: 'ada@firm.test', scope: 'own', locale: 'en' } as const;
  await owner.call(crms.create, given);
  await owner.refused(crms.create, given);
  expect(await stored()).toHaveLength(1);
});

it('many senders at once send each mail once', async () => {
  for (let no = 0; no < 20; no += 1) await inLine(no);
  await inLine(3);
  const tried = await Promise.all([send(), send(), send()]);
  expect(tried.reduce((all, one) => all + one, 0)).toBe(20);
  expect(mailServer.received.map(({ to }) => to[0] ?? '').toSorted()).toEqual(
    Array.from({ length: 20 }, (_, no) => `p${no}@firm.test`).toSorted(),
  );
});

it('a mail is sent once by many senders, however long the mail server takes to accept it', async () => {
  await inLine(1);
  mailServer.scansMs = 1_800;
  const lease = { ms: 1_000, renewedEveryMs: 100 };
  const often = async () => {
    const until = Date.now() + 2_400;
    let tried = 0;
    while (Date.now() < until) {
      tried += await sendDueMail(api.db, transport, 'office@firm.test', undefined, { lease });
      await wait(20);
    }
    return tried;
  };
  const tried = await Promise.all([often(), often()]);
  expect(tried.reduce((all, one) => all + one, 0)).toBe(1);
  expect(mailServer.received).toHaveLength(1);
  expect(await stored()).toMatchObject([{ attempts: 1, lastError: null, sentAt: expect.any(String) }]);
});

it('a mail has one Message-ID for all its attempts', async () => {
  await inLine(1);
  mailServer.isRefusing = true;
  mailServer.keepsRefused = true;
  await send();
  await makeDue();
  mailServer.isRefusing = false;
  await send();
  const ids = mailServer.received.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

it('a mail that was accepted is not sent again if the addresses that were refused cannot be marked', async () => {
  mailServer.unknown.add('gone@firm.test');
  await api.ownerPool.query(
    `alter table refused_address add constraint full_disk check (address <> 'gone@firm.test')`,
  );
  const to = ['here@firm.test', 'gone@firm.test'];
  await enqueueMail(api.db, { key: 'two', to, subject: 'Hello', body: 'A secret link' });
  await expect(send()).rejects.toMatchObject({ constraint: 'full_disk' });
  await makeDue();
  await send();
  expect(mailServer.received.map((mail) => mail.to)).toEqual([['here@firm.test']]);
  expect(await stored()).toMatchObject([{ attempts: 1, sentAt: expect.any(String), body: '' }]);
});

it('a refused mail is tried again at growing intervals, and given up after eight attempts', async () => {
  await inLine(1);
  mailServer.isRefusing = true;
  let pause = 30_000;
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    const before = Date.now();
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    const [mail] = await stored();
    expect(mail).toMatchObject({ attempts: attempt, sentAt: null, lastError: 'EMESSAGE 451' });
    const next = Date.parse(mail?.nextAttemptAt ?? '');
    expect(next).toBeGreaterThanOrEqual(before + pause - 5);
    expect(next).toBeLessThanOrEqual(Date.now() + pause + 5);
    pause *= 2;
    await makeDue();
  }
  expect(await stored()).toMatchObject([{ failedAt: expect.any(String), body: '' }]);
  mailServer.isRefusing = false;
  expect(await send()).toBe(0);
});

it('a mail waits a day for a mail server that cannot be reached, and is then given up', async () => {
  await inLine(1);
  // Nothing listens on this port.
  const nowhere = createTransport('smtp://127.0.0.1:1');
  const attempt = async () => {
    await makeDue();
    await sendDueMail(api.db, nowhere, 'office@firm.test');
  };
  for (let attempts = 1; attempts <= 9; attempts += 1) await attempt();
  const [waiting] = await stored();
  expect(waiting).toMatchObject({ attempts: 9, failedAt: null, lastError: 'ESOCKET' });
  const minutes = (Date.parse(waiting?.nextAttemptAt ?? '') - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(63);
  expect(minutes).toBeLessThan(65);
  // The server is back and asks to wait, as it would have at first.
  mailServer.isRefusing = true;
  await makeDue();
  await send();
  expect(await stored()).toMatchObject([{ attempts: 1, failedAt: null, lastError: 'EMESSAGE 451' }]);
  await api.ownerPool.query('update email_message set attempts = 29');
  await attempt();
  expect(await stored()).toMatchObject([{ attempts: 30, failedAt: expect.any(String), body: '' }]);
  nowhere.close();
});

it('a mail is sent when the mail server is back', async () => {
  await inLine(1);
  mailServer.isRefusing = true;
  await send();
  mailServer.isRefusing = false;
  await makeDue();
  await send();
  expect(mailServer.received).toHaveLength(1);
  expect(await stored()).toMatchObject([{ attempts: 2, lastError: null, body: '' }]);
});

it('a domain gets so many mails a minute and no more, whoever sends them, and the others do not wait for it', async () => {
  const mailTo = (no: number, to: string) =>
    enqueueMail(api.db, { key: `many ${no}`, to, subject: 'Hello', body: 'Hello' });
  for (let no = 1; no <= 8; no += 1) await mailTo(no, `p${no}@Busy.example`);
  await mailTo(9, 'a@quiet.example, b@busy.example');
  await mailTo(10, 'c@quiet.example');
  const sendFew = () => sendDueMail(api.db, transport, 'office@firm.test', undefined, { mostAMinute: 5 });
  expect(await sendFew().then(async (tried) => tried + (await sendFew()))).toBe(6);
  const toBusy = () => mailServer.received.filter(({ to }) => to.some((one) => /busy/i.test(one))).length;
  expect([toBusy(), mailServer.received.length]).toEqual([5, 6]);
  await api.ownerPool.query(`update email_message set attempted_at = attempted_at - interval '1 minute'`);
  expect(await sendFew()).toBe(4);
  expect([toBusy(), mailServer.received.length]).toEqual([9, 10]);
});

it('no mail is sent while the installation is held after a restore', async () => {
  await inLine(1);
  await api.ownerPool.query('update installation set held_since = now()');
  expect(await send()).toBe(0);
  await api.ownerPool.query('update installation set held_since = null');
  expect(await send()).toBe(1);
});

it('mails that wait go by the new mail server as soon as it is set, also while others are on their way to the old one', async () => {
  const other = await startMailServer();
  const settings = (url: string) =>
    api.ownerPool.query(
      `update mail_setting set host = '127.0.0.1', port = $1, security = 'none', sender = 'office@firm.test', version = version + 1`,
      [new URL(url).port],
    );
  mailServer.scansMs = 1_500;
  await settings(mailServer.url);
  for (let no = 1; no <= 30; no += 1) await inLine(no);
  const stop = startMail(api.db, mailSource({}, secretBox(Buffer.alloc(32, 1))), { warn: () => undefined });
  try {
    await eventually(async () => expect(mailServer.received).not.toEqual([]));
    await settings(other.url);
    await eventually(async () =>
      expect((await stored()).filter(({ sentAt }) => sentAt === null)).toEqual([]),
    );
  } finally {
    await stop();
    await other.stop();
  }
  expect(other.received.length).toBeGreaterThan(0);
  expect(mailServer.received.length + other.received.length).toBe(30);
});

it('a server sends due mails by itself, and stops', async () => {
  await inLine(1);
  const server = await startServerProcess(api.urls, {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'office@firm.test',
  });
  await eventually(async () => {
    const [mail] = await stored();
    if (mail?.sentAt === null) throw new Error('the mail has not been sent yet');
  });
  expect(await server.stop()).toBe(0);
  expect(mailServer.received).toMatchObject([{ to: ['p1@firm.test'] }]);
});
