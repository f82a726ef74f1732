import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { account } from '@daybook/contracts/auth/account';
import { auditLog } from '@daybook/contracts/audit-log/audit-log';
import { mailSettings } from '@daybook/contracts/settings/mail/mail-settings';
import { crms } from '@daybook/contracts/people/staff';
import { eventually } from '../../../test/installation.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import type { MailServer } from '../../../test/mail-server.ts';
import { startServerProcess } from '../../../test/server-process.ts';
import { callerOf, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

const secret = 'correct-horse-mail-password';

let api: TestApi;
let admin: Caller;
let mailServer: MailServer;

beforeEach(async () => {
  mailServer = await startMailServer();
  api = await startTestApi();
  admin = await api.as({ userType: 'admin' });
});
afterEach(async () => {
  await api.stop();
  await mailServer.stop();
});

const portOf = ({ url }: MailServer) => Number(new URL(url).port);
const noSignatures = { en: null, zh: null, fr: null, ja: null };
const saveReplyTo = async (replyTo: string | null) => {
  const { version } = await admin.call(mailSettings.open, {});
  return admin.call(mailSettings.save, { replyTo, signatures: noSignatures }, { version });
};
const none = {
  host: null,
  port: null,
  security: null,
  username: null,
  password: null,
  sender: null,
};
const local = (more: object = {}) => ({
  ...none,
  host: '127.0.0.1',
  port: portOf(mailServer),
  security: 'none' as const,
  sender: 'office@firm.test',
  ...more,
});

async function save(input: object, caller = admin) {
  const { version } = await caller.call(mailSettings.open, {});
  return caller.call(mailSettings.saveServer, { ...none, ...input }, { version });
}
async function refusedFields(input: object) {
  const { version } = await admin.call(mailSettings.open, {});
  const { code, errors } = await admin.refused(mailSettings.saveServer, { ...none, ...input }, { version });
  return [code, ...Object.keys(errors)];
}
const invite = (email: string) =>
  admin.call(crms.create, { name: 'Mia', email, scope: 'own', locale: 'en' as const });

describe('the mail settings', () => {
  it('take effect at once, and their end as well', async () => {
    expect((await invite('one@firm.test')).link).not.toBeNull();
    await save(local());
    expect((await invite('two@firm.test')).link).toBeNull();
    await save(none);
    expect((await invite('three@firm.test')).link).not.toBeNull();
  });

  it('show the password to nobody: not in answers, not in the audit log, and not in the database as it is', async () => {
    const saved = await save(local({ username: 'office', password: secret }));
    expect(saved).toMatchObject({ username: 'office' });
    expect(JSON.stringify(saved)).not.toContain(secret);
    const { rows } = await api.ownerPool.query<{ audited: string; stored: Buffer }>(
      `select password as stored, (select string_agg(body::text, ' ') from audit_event where entity = 'mail_setting') as audited
       from mail_setting`,
    );
    expect(rows[0]?.audited).toContain('password_set_at');
    expect(rows[0]?.audited).not.toMatch(/"password"|correct-horse/);
    expect(rows[0]?.stored.toString('latin1')).not.toContain(secret);
    const log = await admin.call(auditLog.list, { pageSize: 20 });
    expect(JSON.stringify(log)).not.toContain(secret);
  });

  it('keep the password while the account is the same, and need it again for another one', async () => {
    await save(local({ username: 'office', password: secret }));
    await saveReplyTo('desk@firm.test');
    expect(await save(local({ username: 'office', sender: 'desk@firm.test' }))).toMatchObject({
      sender: 'desk@firm.test',
      replyTo: 'desk@firm.test',
    });
    const { rows } = await api.ownerPool.query('select from mail_setting where password is not null');
    expect(rows).toHaveLength(1);
    for (const other of [
      { host: 'mail.attacker.example' },
      { port: 2525 },
      { security: 'tls' },
      { username: 'x' },
    ])
      expect(await refusedFields(local({ username: 'office', ...other }))).toEqual([
        'INPUT_INVALID',
        'password',
      ]);
    expect(await save(local())).toMatchObject({ username: null });
  });

  it('refuse a server without port, encryption or sender, an account without server, and a host with a scheme', async () => {
    expect(await refusedFields({ host: 'mail.firm.test' })).toEqual([
      'INPUT_INVALID',
      'port',
      'security',
      'sender',
    ]);
    expect(await refusedFields({ username: 'office', password: secret })).toEqual(['INPUT_INVALID', 'host']);
    expect(await refusedFields(local({ password: secret }))).toEqual(['INPUT_INVALID', 'username']);
    expect(await refusedFields(local({ host: 'smtp://mail' }))).toEqual(['INPUT_INVALID', 'host']);
  });

  it('are for admins, and changed by one of two at a time', async () => {
    const manager = await api.as({ userType: 'manager', keys: ['setting'] });
    expect((await manager.refused(mailSettings.open, {})).httpStatus).toBe(403);
    await save(local());
    expect(await admin.refused(mailSettings.saveServer, none, { version: 1 })).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
  });

  it('give way to the environment, and say so', async () => {
    await save(local({ host: 'mail.firm.test' }));
    const other = await startTestApi(undefined, {
      SMTP_URL: 'smtps://office:hidden-one@mail.example:2465',
      MAIL_FROM: 'books@example.com',
    });
    const there = await other.as({ userType: 'admin' });
    const shown = await there.call(mailSettings.open, {});
    expect(shown.environment).toEqual({
      server: { host: 'mail.example', port: 2465 },
      sender: 'books@example.com',
    });
    expect(JSON.stringify(shown)).not.toContain('hidden-one');
    await other.stop();
  });

  it('send what waited for a server that could not be reached, once they name another one', async () => {
    const due = async () => {
      const { rows } = await api.ownerPool.query<{ recipient: string }>(
        'select recipient from email_message where next_attempt_at <= now() order by 1',
      );
      return rows.map(({ recipient }) => recipient);
    };
    await save(local({ password: secret, username: 'ofice' }));
    for (const who of ['auth', 'lease', 'refused', 'silent']) await invite(`${who}@firm.test`);
    await api.ownerPool.query(
      `update email_message set attempts = 5, next_attempt_at = now() + interval '1 minute' * case recipient
           when 'lease@firm.test' then 1 else 40 end, last_error = case recipient when 'refused@firm.test' then 'EENVELOPE 451'
           when 'silent@firm.test' then 'ETIMEDOUT' else 'EAUTH 535' end`,
    );
    expect(await due()).toEqual([]);
    await save(local({ password: secret, username: 'office' }));
    // One whose minute is not over may be on its way.
    expect(await due()).toEqual(['auth@firm.test', 'silent@firm.test']);
  });

  it('are followed by a running server without a restart', async () => {
    const server = await startServerProcess(api.urls, {});
    await save(local());
    await saveReplyTo('desk@firm.test');
    await invite('late@firm.test');
    await eventually(async () => expect(mailServer.received).toHaveLength(1), 20_000);
    expect(mailServer.received[0]).toMatchObject({ from: 'office@firm.test', to: ['late@firm.test'] });
    expect(mailServer.received[0]?.text).toContain('Reply-To: desk@firm.test');
    const second = await startMailServer();
    await save(local({ port: portOf(second), sender: 'news@firm.test' }));
    await invite('later@firm.test');
    await eventually(async () => expect(second.received).toMatchObject([{ from: 'news@firm.test' }]), 20_000);
    expect(mailServer.received).toHaveLength(1);
    expect(await server.stop()).toBe(0);
    await second.stop();
  });
});

describe('a forgotten password', () => {
  it('is answered with what to do while there is no mail server', async () => {
    const nobody = callerOf(api.app, '', '');
    expect(await nobody.call(account.forgot, { email: 'a@firm.test' })).toEqual({ canMail: false });
    await save(local());
    expect(await nobody.call(account.forgot, { email: 'a@firm.test' })).toEqual({ canMail: true });
  });
});

const test = () => admin.call(mailSettings.test, {});

describe('the test of the mail server', () => {
  const services: Server[] = [];
  afterEach(() => {
    for (const service of services.splice(0)) service.close();
  });
  /** Something that listens and is no mail server. */
  const serviceThat = (answers: (socket: Socket) => void): Promise<number> =>
    new Promise((resolve) => {
      const service = createServer((socket) => {
        socket.on('error', () => undefined);
        answers(socket);
      }).listen(0, '127.0.0.1', () => resolve((service.address() as AddressInfo).port));
      services.push(service);
    });

  it('mails the person, in their name only, and repeats the answer of the mail server', async () => {
    expect(await admin.refused(mailSettings.test, {})).toMatchObject({ code: 'MAIL_NOT_SET_UP' });
    await save(local());
    const told = await test();
    expect(told).toMatchObject({ outcome: 'accepted', answer: expect.stringMatching(/^250 /) as string });
    expect(mailServer.received).toMatchObject([{ from: 'office@firm.test', to: [told.to] }]);
    mailServer.unknown.add(told.to);
    expect(await test()).toMatchObject({ outcome: 'refused', answer: '550 no such mailbox' });
  });

  it('removes the password from what the mail server says', async () => {
    const port = await serviceThat((socket) => {
      socket.write('220 mail ESMTP\r\n');
      socket.on('data', (data) => {
        const line = data.toString();
        if (line.startsWith('EHLO')) socket.write('250-mail\r\n250 AUTH PLAIN\r\n');
        else socket.write(`535 no ${secret} and ${line.trim()}\r\n`);
      });
    });
    await save(local({ port, username: 'office', password: secret }));
    const { outcome, answer } = await test();
    expect(outcome).toBe('refused');
    expect(answer).toMatch(/^535 no ••• and AUTH PLAIN •••$/);
  });

  it('tells nothing of what is no mail server, and takes as long for each', async () => {
    const closed = await serviceThat(() => undefined);
    services.pop()?.close();
    const ports = [
      closed,
      await serviceThat((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\ninternal page\r\n')),
      await serviceThat((socket) => socket.destroy()),
    ];
    for (const port of ports) {
      await save(local({ port }));
      const began = performance.now();
      const told = await test();
      expect(told).toEqual({ outcome: 'unreachable', to: told.to, answer: null });
      expect(performance.now() - began).toBeGreaterThan(4_900);
    }
  }, 60_000);

  it('says that the password cannot be read when the key of the environment has changed', async () => {
    await save(local({ username: 'office', password: secret }));
    await api.ownerPool.query(`update mail_setting set password = password || '\\x00'`);
    expect(await test()).toMatchObject({ outcome: 'password_unreadable', answer: null });
  });

  it('is limited for each person', async () => {
    await save(local());
    for (let no = 0; no < 5; no += 1) await test();
    await api.ownerPool.query(`update sign_in_delay set until = now() + interval '1 hour'`);
    expect(await admin.refused(mailSettings.test, {})).toMatchObject({ code: 'RATE_LIMITED' });
  });
});
