import { createTransport } from 'nodemailer';
import { uuidv7 } from 'uuidv7';
import { invoiceAttachments } from '@daybook/contracts/billing/documents/document-attachments';
import { invoiceMails, mostMailedBytes } from '@daybook/contracts/billing/invoices/invoice-mails';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { languages } from '@daybook/contracts/fields';
import { mailSettings } from '@daybook/contracts/settings/mail/mail-settings';
import { notifications } from '@daybook/contracts/notifications';
import { openBillingFixture, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import type { MailServer } from '../../../test/mail-server.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';
import { sendDueMail } from '../../mail/send-mail.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let mailServer: MailServer;
let transport: Parameters<typeof sendDueMail>[1];

beforeAll(async () => {
  mailServer = await startMailServer();
  transport = createTransport(mailServer.url);
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }, { SMTP_URL: mailServer.url }));
  await addContact('Aiko', 'aiko@acme.test', []);
  await addContact('Ben', 'ben@acme.test', ['billing']);
  await addContact('Cy', null, ['billing']);
});
beforeEach(() => {
  mailServer.received.length = 0;
  mailServer.isRefusing = false;
  mailServer.unknown.clear();
});
afterAll(async () => {
  transport.close();
  await mailServer.stop();
  await api.stop();
});

async function addContact(name: string, email: string | null, roles: string[]): Promise<void> {
  const id = uuidv7();
  const phone = email === null ? '+31201234567' : null;
  await api.db.insertInto('contact').values({ id, name, email, phone }).execute();
  const no = (await api.db.selectFrom('clientContact').select('no').execute()).length;
  await api.db
    .insertInto('clientContact')
    .values({ clientId: fixture.clientId, contactId: id, no, roles })
    .execute();
}

const deliver = () => sendDueMail(api.db, transport, 'office@firm.test');
const letter = (id: string, nth = 1) => ({
  id,
  nth,
  sentTo: ['ben@acme.test', 'aiko@acme.test'],
  copiedTo: ['boss@acme.test'],
  subject: 'Your invoice',
  body: 'Dear Ben,\n\nhere it is.',
});
const pdfOf = async (id: string) => (await admin.inject(requestOf(invoices.pdf, { id }, {}))).rawPayload;
const mailsOf = async (id: string) => (await admin.call(invoiceMails.list, { id })).rows;
const told = async (caller: Caller) =>
  (await caller.call(notifications.list, {})).rows.filter(({ kind }) => kind === 'mail_failed');

it('the proposed letter ends with the signature that the firm has in its language', async () => {
  const { id } = await fixture.issued(1_000);
  const { body: unsigned } = await admin.call(invoiceMails.draft, { id });
  const sign = async (signatures: Record<'en' | 'zh' | 'fr' | 'ja', string | null>) => {
    const { version } = await admin.call(mailSettings.open, {});
    await admin.call(mailSettings.save, { replyTo: null, signatures }, { version });
    return (await admin.call(invoiceMails.draft, { id })).body;
  };
  const none = { en: null, zh: null, fr: null, ja: null };
  expect(await sign({ ...none, en: 'Office hours: 9 to 5' })).toBe(`${unsigned}\n\nOffice hours: 9 to 5`);
  expect(await sign({ ...none, fr: 'Ouvert de 9 h à 17 h' })).toBe(unsigned);
});

it('the audit log says that an invoice was mailed, to whom and about what, but not the text of the mail', async () => {
  const invoice = await fixture.issued(1_000);
  await admin.call(invoiceMails.send, { ...letter(invoice.id), body: 'A text for Ben alone.' });
  const { rows } = await api.ownerPool.query<{ after: object }>(
    `select body -> 'after' as after from audit_event where entity = 'invoice_mail' and body #>> '{after,invoice_id}' = $1`,
    [invoice.id],
  );
  expect(rows).toMatchObject([{ after: { subject: 'Your invoice', copied_to: ['boss@acme.test'] } }]);
  const { rows: quoted } = await api.ownerPool.query(
    `select id from audit_event where body::text like '%A text for Ben alone.%'`,
  );
  expect(quoted).toEqual([]);
  expect(await deliver()).toBe(1);
});

it('an invoice is sent to all addressees in one message, and the PDF that was sent is stored', async () => {
  const invoice = await fixture.issued(1_000);
  const shown = await admin.call(invoices.open, { id: invoice.id });
  expect(shown.sentAt).toBeNull();
  const mail = await admin.call(invoiceMails.send, letter(invoice.id));
  expect(mail).toMatchObject({ nth: 1, status: 'waiting', sentTo: ['ben@acme.test', 'aiko@acme.test'] });
  expect(await deliver()).toBe(1);
  const [received, ...others] = mailServer.received;
  expect(others).toEqual([]);
  expect(received?.to).toEqual(['ben@acme.test', 'aiko@acme.test', 'boss@acme.test']);
  const text = received?.text ?? '';
  expect(text).toMatch(/^To: ben@acme.test, aiko@acme.test\r$/m);
  expect(text).toMatch(/^Cc: boss@acme.test\r$/m);
  expect(text).toMatch(/^Reply-To: .+@.+\r$/m);
  expect(text).toContain('Content-Type: application/pdf');
  const attached = Buffer.from(/JVBERi[\w+/=\r\n]+/.exec(text)?.[0] ?? '', 'base64');
  const { rows } = await api.ownerPool.query<{ content: Buffer; pdf_sha256: Buffer }>(
    'select content, pdf_sha256 from invoice_file where invoice_id = $1',
    [invoice.id],
  );
  expect(attached.equals(rows[0]?.content ?? Buffer.from(''))).toBe(true);

  // A new footer appears on documents sent from now on, but not on those already sent.
  await api.ownerPool.query(`update billing_entity set footer = 'We have moved' where id = $1`, [
    fixture.entityId,
  ]);
  expect((await pdfOf(invoice.id)).equals(attached)).toBe(true);
  expect(await mailsOf(invoice.id)).toMatchObject([
    { status: 'delivered', by: expect.any(String), body: 'Dear Ben,\n\nhere it is.' },
  ]);
  expect(await admin.call(invoices.open, { id: invoice.id })).toMatchObject({
    sentAt: expect.any(String),
    version: shown.version,
  });
});

it('an invoice can be sent again, and is sent once if several people send it at the same time', async () => {
  const invoice = await fixture.issued(1_000);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => admin.inject(requestOf(invoiceMails.send, letter(invoice.id), {}))),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409, 409, 409, 409,
  ]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json()).toMatchObject({ code: 'ALREADY_SENT' });
  // A repeated request gets the same reply.
  const key = uuidv7();
  const again = requestOf(invoiceMails.send, letter(invoice.id, 2), { key });
  expect((await admin.inject(again)).json()).toEqual((await admin.inject(again)).json());
  expect(await deliver()).toBe(2);
  expect(mailServer.received).toHaveLength(2);
  const { nth } = await admin.call(invoiceMails.draft, { id: invoice.id });
  expect(nth).toBe(3);
});

it('the mail is in the language of the document, to the billing contacts', async () => {
  const subjects = new Set<string>();
  for (const docLocale of languages) {
    const invoice = await fixture.issued(123_456, { docLocale });
    const draft = await admin.call(invoiceMails.draft, { id: invoice.id });
    subjects.add(draft.subject.replace(invoice.number, ''));
    expect(draft.body).toContain(invoice.number);
    expect(draft.body).toMatch(/1.?234[.,]56/);
    expect(draft).toMatchObject({
      contacts: [
        { name: 'Aiko', send: 'none' },
        { name: 'Ben', send: 'to' },
      ],
    });
  }
  expect(subjects.size).toBe(languages.length);
});

it('an invoice is offered to contacts by their preference, or else to the first who has not declined', async () => {
  const invoice = await fixture.issued(1_000);
  const offered = async (wishes: Record<string, string | null>) => {
    for (const [name, wish] of Object.entries(wishes)) {
      await api.ownerPool.query(
        'update client_contact set send_invoices = $2 where contact_id = (select id from contact where name = $1)',
        [name, wish],
      );
    }
    const { contacts } = await admin.call(invoiceMails.draft, { id: invoice.id });
    return contacts.map(({ send }) => send);
  };
  expect(await offered({ Aiko: 'cc', Ben: null })).toEqual(['cc', 'to']);
  expect(await offered({ Aiko: 'to', Ben: 'none' })).toEqual(['to', 'none']);
  expect(await offered({ Aiko: null, Ben: 'none' })).toEqual(['to', 'none']);
  expect(await offered({ Aiko: 'none', Ben: 'none' })).toEqual(['none', 'none']);
  await offered({ Aiko: null, Ben: null });
});

it('the sender is notified of a mail that failed, and the invoice shows it', async () => {
  const sender = await api.as({ userType: 'admin' });
  const invoice = await fixture.issued(1_000);
  await sender.call(invoiceMails.send, letter(invoice.id));
  mailServer.isRefusing = true;
  await deliver();
  expect(await mailsOf(invoice.id)).toMatchObject([
    { status: 'waiting', lastError: expect.stringContaining('451') },
  ]);
  for (let attempt = 2; attempt <= 8; attempt += 1) {
    expect(await told(sender)).toEqual([]);
    await api.ownerPool.query('update email_message set next_attempt_at = now() where sent_at is null');
    await deliver();
  }
  expect(await mailsOf(invoice.id)).toMatchObject([{ status: 'failed' }]);
  expect(await told(sender)).toMatchObject([
    {
      params: { number: invoice.number, to: 'ben@acme.test, aiko@acme.test, boss@acme.test' },
      record: { kind: 'invoice', id: invoice.id },
    },
  ]);
  expect(await told(admin)).toEqual([]);
});

it('an invoice shows the addressees that the mail server refused while it accepted the others', async () => {
  const sender = await api.as({ userType: 'admin' });
  const invoice = await fixture.issued(1_000);
  mailServer.unknown.add('aiko@acme.test');
  await sender.call(invoiceMails.send, letter(invoice.id));
  await deliver();
  expect(mailServer.received[0]?.to).toEqual(['ben@acme.test', 'boss@acme.test']);
  expect(await mailsOf(invoice.id)).toMatchObject([{ status: 'partial', refused: ['aiko@acme.test'] }]);
  expect(await told(sender)).toMatchObject([{ params: { to: 'aiko@acme.test' } }]);
});

it('only an invoice that is issued and not void can be sent', async () => {
  const issued = await fixture.issued(1_000);
  const { id, version } = issued;
  await admin.call(invoices.void, { id, voidDate: '2026-03-02', reason: 'Wrong' }, { version });
  expect((await admin.refused(invoiceMails.send, letter(id))).code).toBe('STATE_NOT_ALLOWED');
  expect((await admin.refused(invoiceMails.draft, { id })).code).toBe('STATE_NOT_ALLOWED');
  const raw = api.appPool.query(
    `insert into invoice_mail (id, invoice_id, no, message_id, sent_to, subject, body)
     select gen_random_uuid(), $1, 1, (select id from email_message limit 1), '{a@b.test}', 's', 'b'`,
    [id],
  );
  await expect(raw).rejects.toMatchObject({ code: 'DB001' });
});

it('sending is refused with the reason if no mail server is set up', async () => {
  const plain = await startTestApi();
  try {
    const owner = await plain.as({ userType: 'super_admin' });
    const invoice = await (await openBillingFixture(plain, owner)).issued(1_000);
    expect(await owner.call(invoiceMails.list, { id: invoice.id })).toEqual({ canMail: false, rows: [] });
    expect(await owner.refused(invoiceMails.send, letter(invoice.id))).toMatchObject({
      httpStatus: 409,
      code: 'MAIL_NOT_SET_UP',
    });
  } finally {
    await plain.stop();
  }
});

const half = (sign: string) =>
  Buffer.concat([Buffer.from(`%PDF-${sign}`), Buffer.alloc(mostMailedBytes / 2)]);

const attach = async (id: string, name: string, file = Buffer.from('%PDF-1.4 sheet')): Promise<string> => {
  const request = requestOf(invoiceAttachments.attach, { id, name }, { file });
  return (await admin.inject(request)).json<{ data: { id: string } }>().data.id;
};

describe('the attachments of an invoice', () => {
  it('are sent when they are chosen, and the mail shows their names', async () => {
    const { id } = await fixture.issued(1_000);
    const [sheet, order] = [await attach(id, 'sheet.pdf'), await attach(id, 'order.pdf')];
    const { attachments } = await admin.call(invoiceMails.draft, { id });
    expect(attachments.map(({ label }) => label)).toEqual(['sheet.pdf', 'order.pdf']);
    const before = await api.ownerPool.query('select count(*) from file_content');
    const sent = await admin.call(invoiceMails.send, { ...letter(id), attachmentIds: [sheet, sheet] });
    expect(sent.files).toEqual(['sheet.pdf']);
    expect((await api.ownerPool.query('select count(*) from file_content')).rows).toEqual(before.rows);
    expect(await deliver()).toBe(1);
    const text = mailServer.received[0]?.text ?? '';
    expect(text.match(/filename=\S+/g)).toEqual([
      expect.stringMatching(/INV/),
      'filename=sheet.pdf\r'.trim(),
    ]);
    expect(text).toContain(Buffer.from('%PDF-1.4 sheet').toString('base64'));
    const taken = { id, attachmentId: sheet, reason: 'Of another client' };
    await admin.call(invoiceAttachments.takeOff, taken);
    expect((await mailsOf(id))[0]?.files).toEqual(['sheet.pdf']);
    expect((await admin.call(invoiceMails.draft, { id })).attachments).toMatchObject([{ id: order }]);
    const again = { ...letter(id, 2), attachmentIds: [sheet] };
    expect((await admin.refused(invoiceMails.send, again)).errors).toEqual({
      attachmentIds: [{ code: 'REFERENCE_UNKNOWN', params: {} }],
    });
  });

  it('are refused if they belong to another invoice or are too large together', async () => {
    const [{ id }, other] = [await fixture.issued(1_000), await fixture.issued(1_000)];
    const foreign = { ...letter(id), attachmentIds: [await attach(other.id, 'theirs.pdf')] };
    expect((await admin.refused(invoiceMails.send, foreign)).errors).toHaveProperty('attachmentIds');
    const large = [await attach(id, 'a.pdf', half('a')), await attach(id, 'b.pdf', half('b'))];
    expect((await admin.refused(invoiceMails.send, { ...letter(id), attachmentIds: large })).errors).toEqual({
      attachmentIds: [{ code: 'MAIL_TOO_LARGE', params: { maximum: 15 } }],
    });
    const [one] = large;
    expect(await admin.call(invoiceMails.send, { ...letter(id), attachmentIds: [one ?? ''] })).toMatchObject({
      files: ['a.pdf'],
    });
  });
});
