import { createTransport } from 'nodemailer';
import { uuidv7 } from 'uuidv7';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { minor } from '@daybook/contracts/money/money';
import { statementRecipients, statements } from '@daybook/contracts/receivables/statements/statements';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { pdfPages, withoutSpace } from '../../../test/files/pdf-pages.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import type { MailServer } from '../../../test/mail-server.ts';
import { allBut } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { sendDueMail } from '../../mail/send-mail.ts';
import { ageingOf } from './statement-paper.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let mailServer: MailServer;
let own: Caller;
let silent: string;

async function contact(clientId: string, name: string, wish: string | null): Promise<void> {
  const id = uuidv7();
  await api.db
    .insertInto('contact')
    .values({ id, name, email: `${name}@acme.test` })
    .execute();
  await api.db
    .insertInto('clientContact')
    .values({ clientId, contactId: id, no: 1, roles: ['billing'], sendStatements: wish })
    .execute();
}

beforeAll(async () => {
  mailServer = await startMailServer();
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }, { SMTP_URL: mailServer.url }));
  own = await api.as({ userType: 'crm', keys: ['reports.client_ledgers'], scope: 'own' });
  const { entityId, clientId } = fixture;
  silent = await makeClient(api.db, { entityId, crmId: own.id, name: 'Silent' });
  const settled = await makeClient(api.db, { entityId, crmId: admin.id, name: 'Settled' });
  await contact(clientId, 'ada', null);
  await contact(silent, 'ben', 'none');
  await contact(settled, 'cyd', 'to');
  await fixture.issued(10_000, { issueDate: '2026-03-01', dueDate: '2026-03-31' });
  await fixture.issued(5_000, { issueDate: '2026-04-01', dueDate: '2026-04-30' });
  await fixture.issued(700, { currency: 'USD', fxRate: '0.9' });
  await fixture.issued(300, { clientId: silent });
  const gone = await fixture.issued(900, { clientId: settled });
  await admin.call(
    receipts.create,
    fixture.receipt(900, { clientId: settled, allocations: [{ invoiceId: gone.id, amount: 900 }] }),
  );
  await admin.call(receipts.create, fixture.receipt(2_000));
});
afterAll(async () => {
  await mailServer.stop();
  await api.stop();
});

const asked = (more: object = {}) => ({
  clientId: fixture.clientId,
  entityId: fixture.entityId,
  asOf: '2026-05-05',
  ...more,
});
const deliver = async () => {
  const transport = createTransport(mailServer.url);
  await sendDueMail(api.db, transport, 'office@firm.test');
  transport.close();
};
const mailsOf = async (clientId: string) =>
  (
    await api.ownerPool.query<{ day: string; files: number; sentTo: string[]; body: string }>(
      `select day::text, sent_to as "sentTo", body,
         (select count(*)::int from email_file where email_file.message_id = client_mail.message_id) as files
       from client_mail where kind = 'statement' and client_id = $1`,
      [clientId],
    )
  ).rows;

describe('a statement by mail', () => {
  it('goes to the contacts that take statements, with a PDF for each currency, and once however often it is sent', async () => {
    const draft = await admin.call(statements.draft, asked({ from: '2026-03-01' }));
    expect(draft).toMatchObject({
      canMail: true,
      contacts: [{ email: 'ada@acme.test', send: 'to' }],
      balances: [
        { currency: 'EUR', closing: 13_000 },
        { currency: 'USD', closing: 700 },
      ],
    });
    expect(draft.body).toContain('€130.00, $7.00');
    const letter = {
      ...asked({ from: '2026-03-01' }),
      id: uuidv7(),
      sentTo: ['ada@acme.test'],
      subject: draft.subject,
      body: draft.body,
    };
    await Promise.all([1, 2, 3].map(() => admin.call(statements.send, letter)));
    await deliver();
    expect(mailServer.received.filter(({ to }) => to.includes('ada@acme.test'))).toHaveLength(1);
    expect(await mailsOf(fixture.clientId)).toEqual([
      expect.objectContaining({ files: 2, sentTo: ['ada@acme.test'], body: draft.body }),
    ]);
  });

  it('is refused for nobody’s client, a day to come, a client without entries, and without the permission', async () => {
    const other = await api.as({ keys: allBut('reports.client_ledgers') });
    const nothing = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id, name: 'New' });
    for (const [caller, more, refusal] of [
      [own, {}, { code: 'NOT_FOUND' }],
      [other, {}, { code: 'PERM_DENIED' }],
      [admin, { asOf: '2199-01-01' }, { errors: { asOf: [{ code: 'DATE_FUTURE' }] } }],
      [admin, { from: '2026-05-06' }, { errors: { asOf: [{ code: 'DATE_ORDER' }] } }],
      [admin, { clientId: nothing }, { code: 'STATEMENT_EMPTY' }],
      [admin, { clientId: uuidv7() }, { code: 'NOT_FOUND' }],
    ] as const)
      expect(await caller.refused(statements.draft, asked(more))).toMatchObject(refusal);
  });
});

const row = (dueDate: string | null, open: number) => ({ dueDate, open: minor(open) });

describe('the paper of a statement', () => {
  it.each([
    ['period', ['Opening balance', '150.00', 'Remittance slip', 'Not due']],
    ['open_items', ['Open', '100.00', '50.00', '-20.00', 'Remittance slip', 'Unapplied credit']],
  ] as const)('of kind %s has its lines, the age of the debt and a slip', async (kind, said) => {
    const query = new URLSearchParams(asked({ currency: 'EUR', kind }));
    const file = await admin.inject({ url: `/api/v1/statements/pdf?${query.toString()}` });
    const text = pdfPages(file.rawPayload)
      .map((page) => page.text)
      .join('');
    for (const one of [...said, '130.00']) expect(text).toContain(withoutSpace(one));
  });

  it('puts each row that is owed into the bucket of its due date, and credits beside them', () => {
    expect(
      ageingOf(
        [
          row('2026-05-05', 1),
          row('2026-05-04', 2),
          row('2026-04-05', 4),
          row('2026-04-04', 8),
          row(null, -16),
        ],
        '2026-05-05',
        [30, 60, 90, 180],
      ),
    ).toEqual({ bounds: [30, 60, 90, 180], amounts: [1, 6, 8, 0, 0, 0], unapplied: -16 });
  });
});

const listed = async (caller: Caller, filter: object) => {
  const { rows } = await caller.call(statementRecipients.list, { filter });
  const { total, withReason } = await caller.call(statementRecipients.total, { filter });
  expect([total, withReason]).toEqual([rows.length, rows.filter(({ reason }) => reason !== null).length]);
  return rows.map(({ client, sentTo, reason }) => [client.label, sentTo.join(), reason]);
};

describe('the recipients of statements', () => {
  it('are the clients with an entry or a balance, with the reason of those who get none', async () => {
    const period = { from: '2026-04-01', asOf: '2026-05-05' };
    const acme = expect.arrayContaining(['ada@acme.test', null]);
    expect(await listed(admin, period)).toEqual([
      acme,
      ['Settled', 'cyd@acme.test', null],
      ['Silent', '', 'ADDRESSEE_REQUIRED'],
    ]);
    expect(await listed(admin, { ...period, kind: 'open_items' })).toEqual([
      acme,
      ['Silent', '', 'ADDRESSEE_REQUIRED'],
    ]);
    expect(await listed(admin, { ...period, clientIds: [silent] })).toHaveLength(1);
    expect(await listed(admin, { ...period, withBalance: 'true' })).toHaveLength(2);
    expect(await listed(own, period)).toEqual([['Silent', '', 'ADDRESSEE_REQUIRED']]);
    const file = await own.inject({ url: '/api/v1/statement-recipients/export?format=csv' });
    expect(file.body).toMatch(/Silent,.*,,,This client has no contact with an e-mail address/);
  });

  it('are counted to the last one, with and without an address, so that the button says how many mails leave', async () => {
    const before = await admin.call(statementRecipients.total, { filter: {} });
    const made = 101 * 101;
    await api.ownerPool.query(
      `with owing as (insert into client (id, name, sort_name, kind, crm_id, default_entity_id, currency, doc_locale,
           payment_terms_days, tax_treatment, search_text)
         select gen_random_uuid(), 'Many ' || n, 'Many ' || n, 'company', $1, $2, 'EUR', 'en', 30, 'registered', 'many'
         from generate_series(1, 101) as n returning id),
       owed as (insert into billing_entity (id, name, legal_name, country, base_currency, fy_start, timezone, regime, address)
         select gen_random_uuid(), 'Firm ' || n, 'Firm', 'NL', 'EUR', '01-01', 'UTC', 'EU', '{}'
         from generate_series(1, 101) as n returning id)
       insert into client_ledger_month (client_id, entity_id, currency, month, debit, credit, movements)
         select owing.id, owed.id, 'EUR', '2026-03-01', 100, 0, 1 from owing cross join owed`,
      [admin.id, fixture.entityId],
    );
    expect(await admin.call(statementRecipients.total, { filter: {} })).toEqual({
      total: before.total + made,
      isCapped: false,
      withReason: before.withReason + made,
    });
  });
});
