import { createTransport } from 'nodemailer';
import {
  creditNoteAttachments,
  receiptAttachments,
} from '@daybook/contracts/billing/documents/document-attachments';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { creditNoteMails, receiptMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { languages } from '@daybook/contracts/fields';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import type { MailServer } from '../../../test/mail-server.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';
import { sendDueMail } from '../../mail/send-mail.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let mailServer: MailServer;

beforeAll(async () => {
  mailServer = await startMailServer();
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }, { SMTP_URL: mailServer.url }));
});
afterAll(async () => {
  await mailServer.stop();
  await api.stop();
});

async function deliver(): Promise<string> {
  mailServer.received.length = 0;
  const transport = createTransport(mailServer.url);
  await sendDueMail(api.db, transport, 'office@firm.test');
  transport.close();
  return mailServer.received.map(({ text }) => text).join('\n');
}

const letter = (id: string, nth = 1) => ({
  id,
  nth,
  sentTo: ['ben@acme.test'],
  subject: 'Yours',
  body: 'Here.',
});
const receipt = () => admin.call(receipts.create, fixture.receipt(100));
const credit = async () => issuedCredit(admin, creditOf(fixture, [[await fixture.issued(100), 100]]));

const kinds = [
  {
    kind: 'receipt',
    mails: receiptMails,
    attachments: receiptAttachments,
    make: receipt,
    undo: ({ id }: { id: string }) =>
      admin.call(receipts.reverse, { id, date: '2026-04-06', reason: 'Recalled' }),
  },
  {
    kind: 'credit note',
    mails: creditNoteMails,
    attachments: creditNoteAttachments,
    make: credit,
    undo: ({ id, version }: { id: string; version: number }) =>
      admin.call(creditNotes.void, { id, voidDate: '2026-04-06', reason: 'Wrong' }, { version }),
  },
];

describe.each(kinds)('a mail with a $kind', ({ mails, attachments, make, undo }) => {
  it('has the PDF and the chosen files, and each sending is a message of its own', async () => {
    const { id, number } = await make();
    const file = Buffer.from('%PDF-1.4 slip');
    const added = await admin.inject(requestOf(attachments.attach, { id, name: 'slip.pdf' }, { file }));
    const offered = await admin.call(mails.draft, { id });
    expect(offered).toMatchObject({ nth: 1, attachments: [{ label: 'slip.pdf' }] });
    expect(offered.subject).toContain(number);
    const slip = added.json<{ data: { id: string } }>().data.id;
    const both = await Promise.all(
      [1, 2].map(() => admin.inject(requestOf(mails.send, { ...letter(id), attachmentIds: [slip] }, {}))),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const text = await deliver();
    expect(text).toMatch(/application\/pdf/);
    expect(text).toContain(file.toString('base64'));
    expect(await admin.call(mails.list, { id })).toMatchObject({
      canMail: true,
      rows: [{ nth: 1, files: ['slip.pdf'], status: 'delivered' }],
    });
    expect((await admin.call(mails.send, letter(id, 2))).nth).toBe(2);
  });

  it('is refused once its document is reversed or void, for everybody', async () => {
    const made = await make();
    const { id } = made;
    await admin.call(mails.send, letter(id));
    await undo(made);
    expect(await admin.refused(mails.draft, { id })).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    expect(await admin.refused(mails.send, letter(id, 2))).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    await expect(
      api.appPool.query(
        `with message as (
           insert into email_message (id, message_key, recipient, subject, body)
           values (gen_random_uuid(), gen_random_uuid()::text, 'x@y.test', 'x', 'x') returning id)
         insert into invoice_mail (id, receipt_id, credit_note_id, no, message_id, sent_to, subject, body)
         select gen_random_uuid(), receipt_id, credit_note_id, 2, message.id, sent_to, 'x', 'x'
         from message, invoice_mail where receipt_id = $1 or credit_note_id = $1`,
        [id],
      ),
    ).rejects.toMatchObject({ code: 'DB001' });
  });
});

it('is in the language of its document', async () => {
  const [{ id }, note] = [await receipt(), await credit()];
  for (const language of languages) {
    await api.ownerPool.query(
      'alter table receipt disable trigger user; alter table credit_note disable trigger user',
    );
    await api.ownerPool.query(`update receipt set doc_locale = '${language}' where id = '${id}'`);
    await api.ownerPool.query(`update credit_note set doc_locale = '${language}' where id = '${note.id}'`);
    await api.ownerPool.query(
      'alter table receipt enable trigger user; alter table credit_note enable trigger user',
    );
    const words = { en: 'Receipt', zh: '收据', fr: 'Reçu', ja: '領収書' }[language];
    const credits = { en: 'Credit note', zh: '贷项通知单', fr: 'Avoir', ja: '返還請求書' }[language];
    expect((await admin.call(receiptMails.draft, { id })).subject).toContain(words);
    expect((await admin.call(creditNoteMails.draft, { id: note.id })).subject).toContain(credits);
  }
});
