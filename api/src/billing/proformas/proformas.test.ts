import { history } from '@daybook/contracts/history';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { proformaMails, proformas } from '@daybook/contracts/billing/proformas/proformas';
import { languages } from '@daybook/contracts/fields';
import { createTransport } from 'nodemailer';
import { findBookFaults } from '../../books/book-findings.ts';
import { requestOf } from '../../http/request-of.ts';
import { sendDueMail } from '../../mail/send-mail.ts';
import { openBillingFixture, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import type { MailServer } from '../../../test/mail-server.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { letter, proformasAt, validUntil } from '../../../test/fixtures/proforma-fixture.ts';
import { pdfPages, withoutSpace } from '../../../test/files/pdf-pages.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { todayIn } from '../documents/invoice-basis.ts';

let api: TestApi;
let mailServer: MailServer;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  mailServer = await startMailServer();
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }, { SMTP_URL: mailServer.url }));
});
afterAll(async () => {
  await mailServer.stop();
  await api.stop();
});

const today = todayIn('UTC');
const issue: ReturnType<typeof proformasAt>['issue'] = (...given) =>
  proformasAt(api, admin, fixture).issue(...given);
const made = () => proformasAt(api, admin, fixture).made();
const lapse = (id: string) => proformasAt(api, admin, fixture).lapse(id);
const found = async (filter: object, q?: string) =>
  (await admin.call(proformas.list, { q, filter, pageSize: 100 })).rows;
const openAgain = ({ id }: { id: string }) => admin.call(proformas.open, { id });

async function moneyOf(): Promise<unknown> {
  const { rows } = await api.ownerPool.query(
    `select (select count(*) from journal_entry) as entries, (select sum(outstanding) from invoice_state) as owed,
       (select count(*) from document_number where doc_kind <> 'proforma') as numbers`,
  );
  return rows[0];
}

describe('a proforma', () => {
  it('has the content of its draft and a number of its own, and stays the same whatever becomes of the draft', async () => {
    const { draft, proforma } = await made();
    expect(proforma).toMatchObject({
      status: 'issued',
      number: expect.stringMatching(/^PRO/),
      issueDate: today,
      validUntil,
      payable: draft.payable,
      notes: 'By courier',
      billTo: { name: draft.billTo.name },
      invoice: { id: draft.id, label: '' },
      lines: [{ description: 'Annual accounts', net: 12_000 }],
    });
    const { id, entity, client, ...fields } = draft;
    await admin.call(
      invoices.edit,
      {
        id,
        entityId: entity.id,
        clientId: client.id,
        issueDate: fields.issueDate,
        dueDate: fields.dueDate,
        currency: fields.currency,
        docLocale: 'fr',
        lines: [{ description: 'Less', qty: '1', unitPrice: '1', taxCodeId: fixture.taxCodeId }],
      },
      draft,
    );
    expect(await openAgain(proforma)).toEqual(proforma);
  });

  it('posts nothing, is never outstanding, and takes no invoice number', async () => {
    const before = await moneyOf();
    const { draft } = await made();
    const unknown = await api.as({ userType: 'manager', scope: 'own' });
    expect(await unknown.refused(proformas.open, { id: draft.id })).toMatchObject({ httpStatus: 404 });
    expect(await moneyOf()).toEqual(before);
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('is replaced by the next one of its draft, and only that one can be converted', async () => {
    const { draft, proforma: first } = await made();
    const second = await issue(draft);
    expect([(await openAgain(first)).status, second.status]).toEqual(['expired', 'issued']);
    const invoice = await admin.call(invoices.issue, { id: draft.id }, draft);
    expect((await openAgain(first)).status).toBe('expired');
    expect(await openAgain(second)).toMatchObject({
      status: 'converted',
      invoice: { id: draft.id, label: invoice.number },
    });
  });

  it('expires when its draft is changed to another client, and stays with the first client', async () => {
    const { draft, proforma } = await made();
    const clientId = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id });
    const lines = [{ description: 'Audit', qty: '1', unitPrice: '5', taxCodeId: fixture.taxCodeId }];
    const { issueDate, dueDate, currency, docLocale, entity } = draft;
    const fields = { issueDate, dueDate, currency, docLocale, lines, entityId: entity.id, clientId };
    const moved = await admin.call(invoices.edit, { id: draft.id, ...fields }, draft);
    await admin.call(invoices.issue, { id: draft.id }, moved);
    expect(await openAgain(proforma)).toMatchObject({
      status: 'expired',
      invoice: null,
      client: { id: fixture.clientId },
    });
  });

  it('keeps its number when its draft is deleted', async () => {
    const { draft, proforma } = await made();
    await admin.call(invoices.remove, { id: draft.id }, draft);
    expect(await openAgain(proforma)).toMatchObject({
      status: 'expired',
      number: proforma.number,
      invoice: null,
    });
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('is refused with a last day in the past, or for a draft that somebody has changed', async () => {
    const draft = await fixture.draft(100);
    const past = await admin.refused(proformas.issue, { id: draft.id, validUntil: '2026-01-01' }, draft);
    expect(past.errors.validUntil).toMatchObject([{ code: 'DATE_TOO_EARLY' }]);
    const stale = { version: draft.version + 1 };
    const other = await admin.refused(proformas.issue, { id: draft.id, validUntil }, stale);
    expect(other.code).toBe('VERSION_CONFLICT');
  });

  it('has numbers without gaps, even if many are issued at once and some are refused', async () => {
    const at = await openBillingFixture(api, admin);
    const drafts = await Promise.all(Array.from({ length: 8 }, () => at.draft(100)));
    await Promise.all(
      drafts.flatMap((draft, index) => [
        issue(draft),
        admin.refused(proformas.issue, { id: draft.id, validUntil: '2026-01-01' }, draft),
        ...(index % 2 ? [issue(draft)] : []),
      ]),
    );
    const { rows } = await admin.call(proformas.list, { filter: { entityId: at.entityId } });
    const numbers = rows.map(({ number }) => Number(number.slice(-4))).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    expect(rows.filter(({ status }) => status === 'issued')).toHaveLength(8);
  });

  it('prints in each language that it is a proforma and not a tax invoice', async () => {
    const said = {
      en: ['Proforma Invoice', 'This is not a tax invoice'],
      zh: ['形式发票', '不是税务发票'],
      fr: ['Facture pro forma', 'n’est pas une facture'],
      ja: ['プロフォーマインボイス', '請求書（適格請求書）ではありません'],
    };
    for (const docLocale of languages) {
      const { id, number } = await issue(await fixture.draft(12_300, { docLocale }));
      const { rawPayload } = await admin.inject(requestOf(proformas.pdf, { id }, {}));
      const text = pdfPages(rawPayload)
        .map((page) => page.text)
        .join('');
      for (const words of [...said[docLocale], number]) expect(text).toContain(withoutSpace(words));
    }
  });

  it('is sent by mail with its PDF, and that PDF is stored', async () => {
    const { proforma } = await made();
    const offered = await admin.call(proformaMails.draft, { id: proforma.id });
    expect(offered.body).toContain(proforma.number);
    await admin.call(proformaMails.send, letter(proforma.id));
    const transport = createTransport(mailServer.url);
    expect(await sendDueMail(api.db, transport, 'office@firm.test')).toBe(1);
    transport.close();
    const text = mailServer.received.at(-1)?.text ?? '';
    const attached = Buffer.from(/JVBERi[\w+/=\r\n]+/.exec(text)?.[0] ?? '', 'base64');
    await api.ownerPool.query(`update billing_entity set footer = 'We have moved' where id = $1`, [
      fixture.entityId,
    ]);
    const { rawPayload } = await admin.inject(requestOf(proformas.pdf, { id: proforma.id }, {}));
    expect(rawPayload.equals(attached)).toBe(true);
    expect(await admin.call(proformaMails.list, { id: proforma.id })).toMatchObject({
      canMail: true,
      rows: [{ nth: 1, status: 'delivered', sentTo: ['ben@acme.test'] }],
    });
    expect((await openAgain(proforma)).sentAt).not.toBeNull();
    const { events } = await admin.call(history.of, { kind: 'proforma', id: proforma.id });
    expect(events.map(({ action }) => action)).toEqual(['proforma_mails.send', 'proformas.issue']);
  });

  it('is found by number, client and status, and counted', async () => {
    const { proforma } = await made();
    await lapse((await made()).proforma.id);
    expect((await found({}, proforma.number)).map(({ id }) => id)).toContain(proforma.id);
    for (const status of ['issued', 'converted', 'expired'] as const) {
      const rows = await found({ status: [status] });
      expect(new Set(rows.map((row) => row.status))).toEqual(new Set([status]));
      const { total } = await admin.call(proformas.total, { filter: { status: [status] } });
      expect(total).toBe(rows.length);
    }
  });
});

const insertion = `insert into proforma (id, invoice_id, entity_id, client_id, number, seq, fy, issue_date, valid_until, ends_on,
  currency, payable, content) select gen_random_uuid(), $1, entity_id, client_id, number, seq, fy, issue_date, valid_until, ends_on,
  currency, payable, content from proforma where invoice_id = $1 limit 1`;

// docs/rules.md#frozen-and-live-parts
it.each([
  [
    'a change of its content',
    `update proforma set content = content || '{"notes":""}' where invoice_id = $1`,
    'DB001',
  ],
  ['a later end of its validity', `update proforma set ends_on = ends_on + 1 where invoice_id = $1`, 'DB001'],
  [
    'a conversion without an invoice',
    'update proforma set converted_at = now() where invoice_id = $1',
    'DB001',
  ],
  ['its deletion', 'delete from proforma where invoice_id = $1', 'DB001'],
  [
    'its release from an invoice that is not void',
    'update proforma set voided_invoice_id = invoice_id, invoice_id = null where invoice_id = $1',
    'DB001',
  ],
  ['a second proforma with its number', insertion, 'DB006'],
])('the database refuses %s, even to its owner', async (_what, statement, code) => {
  const { draft } = await made();
  await expect(api.ownerPool.query(statement, [draft.id])).rejects.toMatchObject({ code });
});
