import { createTransport } from 'nodemailer';
import { uuidv7 } from 'uuidv7';
import { notifications } from '@daybook/contracts/notifications';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import type { MailServer } from '../../../test/mail-server.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { offeredContacts } from '../../billing/documents/document-mails.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { keepPdf } from '../../files/file-content.ts';
import { sendDueMail } from '../../mail/send-mail.ts';
import { clientMails } from './client-mails.queries.ts';
import { putClientMail } from './put-client-mail.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let mailServer: MailServer;
let transport: Parameters<typeof sendDueMail>[1];

beforeAll(async () => {
  mailServer = await startMailServer();
  transport = createTransport(mailServer.url);
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }, { SMTP_URL: mailServer.url }));
});
afterAll(async () => {
  transport.close();
  await mailServer.stop();
  await api.stop();
});

const letter = (key: string) => ({
  kind: 'reminder' as const,
  key,
  entityId: fixture.entityId,
  clientId: fixture.clientId,
  day: '2026-05-04',
  level: 2,
  sentTo: ['ada@acme.test', 'gone@acme.test', 'ada@acme.test'],
  copiedTo: ['boss@acme.test', 'ada@acme.test'],
  replyTo: 'crm@firm.test',
  language: 'en' as const,
  subject: 'Overdue\nBcc: all@acme.test',
  parts: [
    { paragraph: 'Dear <script>alert(1)</script> & Sons,\nplease pay "now".' },
    {
      heading: 'Overdue',
      columns: [
        { label: 'Invoice', align: 'start' as const },
        { label: 'Open', align: 'end' as const },
      ],
      rows: [['INV-1 <img src=x>', '€10.00']],
    },
    { facts: [['IBAN', 'NL91 ABNA 0417 1643 00']] as const },
  ],
  files: [] as { name: string; sha256: Buffer }[],
});
const deliver = () => sendDueMail(api.db, transport, 'office@firm.test');
const proofOf = (id: string | null) =>
  clientMails(api.db)
    .where('mail.id', '=', id ?? '')
    .executeTakeFirstOrThrow();

const sentBy = async (kind: 'invoice' | 'reminder' | 'statement') =>
  Object.fromEntries(
    (await offeredContacts(api.db, kind, fixture.clientId)).map(({ name, send }) => [name, send]),
  );

it('a client mail goes out once, as text and as HTML of the same parts with every value escaped, and is kept with its files and refused addresses', async () => {
  mailServer.unknown.add('gone@acme.test');
  const pdf = await keepPdf(api.db, Buffer.from('%PDF-1.7 a statement'));
  const mail = { ...letter('once'), files: [{ name: 'statement.pdf', sha256: pdf }] };
  const written = await Promise.all(
    [1, 2, 3, 4].map(() => inTransaction(api.db, (db) => putClientMail(db, mail))),
  );
  const [id, ...others] = written.filter((one) => one !== null);
  expect(others).toEqual([]);
  expect(await deliver()).toBe(1);

  const [received] = mailServer.received;
  expect(received?.to).toEqual(['ada@acme.test', 'boss@acme.test']);
  const source = (received?.text ?? '').replaceAll('=\r\n', '');
  expect(source).toMatch(/^Subject: Overdue Bcc: all@acme.test\r$/m);
  expect(source).toMatch(/^Reply-To: crm@firm.test\r$/m);
  expect(source).toContain('multipart/alternative');
  expect(source).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; Sons,<br>');
  expect(source).toContain('INV-1 &lt;img src=3Dx&gt;');
  const [, html = ''] = source.split('Content-Type: text/html');
  expect(html).not.toMatch(/<(script|img|link|a) |https?:|url\(/);
  expect(source).toContain('filename=statement.pdf');

  const proof = await proofOf(id ?? null);
  expect(proof).toMatchObject({
    kind: 'reminder',
    level: 2,
    day: '2026-05-04',
    sentTo: ['ada@acme.test', 'gone@acme.test'],
    copiedTo: ['boss@acme.test'],
    status: 'partial',
    refused: ['gone@acme.test'],
    files: ['statement.pdf'],
    client: { id: fixture.clientId },
    entity: { id: fixture.entityId },
  });
  expect(proof.body).toBe(
    'Dear <script>alert(1)</script> & Sons,\nplease pay "now".\n\n' +
      'Overdue\nInvoice · Open\nINV-1 <img src=x> · €10.00\n\nIBAN: NL91 ABNA 0417 1643 00',
  );
  const left = await api.db
    .selectFrom('emailMessage')
    .select(['body', 'html'])
    .where('messageKey', '=', 'reminder once')
    .execute();
  expect(left).toEqual([{ body: '', html: null }]);
  const told = (await admin.call(notifications.list, {})).rows;
  expect(told.filter(({ kind }) => kind === 'mail_failed')).toMatchObject([
    {
      params: { number: 'Overdue Bcc: all@acme.test', to: 'gone@acme.test' },
      record: { kind: 'client', id: fixture.clientId },
    },
  ]);
});

it('the proof of a client mail cannot be changed or deleted, a reminder has its level, and a statement none', async () => {
  const id = await inTransaction(api.db, (db) => putClientMail(db, letter('proof')));
  for (const change of [
    'update client_mail set subject = $2 where id = $1',
    'delete from client_mail where id = $1',
  ])
    await expect(
      api.ownerPool.query(change, change.startsWith('update') ? [id, 'other'] : [id]),
    ).rejects.toMatchObject({ code: 'DB001' });
  const { level: _level, ...withoutLevel } = letter('without a level');
  await expect(inTransaction(api.db, (db) => putClientMail(db, withoutLevel))).rejects.toMatchObject({
    constraint: 'client_mail_level',
  });
  await expect(
    inTransaction(api.db, (db) => putClientMail(db, { ...letter('with a level'), kind: 'statement' })),
  ).rejects.toMatchObject({ constraint: 'client_mail_level' });
});

it('reminders and statements go to whom the contact’s wish names, and otherwise to whom invoices go', async () => {
  const wishes = [
    { name: 'ada', roles: ['billing'] },
    { name: 'ben', roles: [], sendInvoices: 'cc' },
    { name: 'cyd', roles: ['billing'], sendReminders: 'none' },
    { name: 'dee', roles: [], sendInvoices: 'none', sendStatements: 'to' },
  ];
  for (const [no, { name, ...link }] of wishes.entries()) {
    const id = uuidv7();
    await api.db
      .insertInto('contact')
      .values({ id, name, email: `${name}@acme.test` })
      .execute();
    await api.db
      .insertInto('clientContact')
      .values({ clientId: fixture.clientId, contactId: id, no, ...link })
      .execute();
  }
  expect(await sentBy('invoice')).toEqual({ ada: 'to', ben: 'cc', cyd: 'to', dee: 'none' });
  expect(await sentBy('reminder')).toEqual({ ada: 'to', ben: 'cc', cyd: 'none', dee: 'none' });
  expect(await sentBy('statement')).toEqual({ ada: 'to', ben: 'cc', cyd: 'to', dee: 'to' });
});
