import { createTransport } from 'nodemailer';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { contacts } from '@daybook/contracts/crm/contacts/contacts';
import { refusedAddresses } from '@daybook/contracts/crm/contacts/refused-addresses';
import { invoiceMails, receiptMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { statements } from '@daybook/contracts/receivables/statements/statements';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import type { MailServer } from '../../../test/mail-server.ts';
import { allBut } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { offeredContacts } from '../../billing/documents/document-mails.ts';
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
});
afterAll(async () => {
  transport.close();
  await mailServer.stop();
  await api.stop();
});

const form = (name: string, crmId: string, addresses: readonly string[]) => ({
  name,
  kind: 'company' as const,
  crmId,
  defaultEntityId: fixture.entityId,
  taxTreatment: 'registered' as const,
  contacts: addresses.map((email) => ({ name: email.split('@')[0] ?? '', email })),
});
async function mailTo(clientId: string, sentTo: string[]): Promise<void> {
  const { id } = await fixture.issued(1_000, { clientId });
  await admin.call(invoiceMails.send, { id, nth: 1, sentTo, subject: 'Invoice', body: 'Here it is.' });
  await sendDueMail(api.db, transport, 'office@firm.test');
}
const today = new Date().toISOString().slice(0, 10);
const marks = async () =>
  (
    await api.ownerPool.query<{ address: string; reason: string }>(
      'select address, reason from refused_address order by address',
    )
  ).rows;
const contactsOf = async (caller: Caller, id: string) =>
  (await caller.call(clients.open, { id })).contactFacts;

describe('an address that the mail server refuses', () => {
  it('is marked once, shown at each client that has it, and named in what was sent only to those who see its client', async () => {
    mailServer.unknown.add('gone@acme.test');
    const rose = await api.as({ userType: 'crm', keys: [...allBut()], scope: 'own' });
    const first = await admin.call(
      clients.create,
      form('First', admin.id, ['gone@acme.test', 'here@acme.test']),
    );
    const second = await admin.call(clients.create, form('Second', rose.id, ['gone@acme.test']));
    await mailTo(first.id, ['gone@acme.test', 'here@acme.test']);
    expect(await marks()).toEqual([{ address: 'gone@acme.test', reason: '550' }]);
    expect(await contactsOf(admin, first.id)).toMatchObject([
      { refused: { at: expect.any(String), reason: '550', subject: 'Invoice' } },
      { refused: null },
    ]);
    expect(await contactsOf(rose, second.id)).toMatchObject([{ refused: { reason: '550', subject: null } }]);
    const { rows } = await rose.call(contacts.list, { filter: { refused: 'true' } });
    expect(rows).toMatchObject([{ email: 'gone@acme.test', refused: { subject: null } }]);
    const asked = { addresses: ['Gone@Acme.test', 'here@acme.test'] };
    expect(await rose.call(refusedAddresses.find, asked)).toEqual([
      { address: 'gone@acme.test', at: expect.any(String), reason: '550' },
    ]);
    const stranger = await api.as({ userType: 'executive', keys: ['tasks.view'] });
    expect(await stranger.refused(refusedAddresses.find, asked)).toMatchObject({ code: 'PERM_DENIED' });

    // Nobody else accepts the mail either, so the mail itself waits; the mark is the same one.
    await mailTo(second.id, ['gone@acme.test']);
    expect(await marks()).toHaveLength(1);
    expect(await contactsOf(rose, second.id)).toMatchObject([{ refused: { subject: 'Invoice' } }]);
  });

  it('keeps its mark while another contact has it, and loses it with the last one', async () => {
    mailServer.unknown.add('typo@acme.test');
    const one = await admin.call(clients.create, form('Third', admin.id, ['typo@acme.test']));
    const two = await admin.call(clients.create, form('Fourth', admin.id, ['typo@acme.test']));
    await mailTo(one.id, ['typo@acme.test']);
    const change = async ({ contacts: [contact] }: typeof one, email: string) =>
      admin.call(
        contacts.edit,
        { id: contact?.id ?? '', name: 'typo', email },
        { version: (await admin.call(contacts.open, { id: contact?.id ?? '' })).version },
      );
    expect(await change(one, 'right@acme.test')).toMatchObject({ refused: null });
    expect(await contactsOf(admin, two.id)).toMatchObject([{ refused: { reason: '550' } }]);
    await change(two, 'better@acme.test');
    expect((await marks()).map(({ address }) => address)).not.toContain('typo@acme.test');
    expect(await change(two, 'typo@acme.test')).toMatchObject({ refused: null });
  });

  it('loses its mark when the mail server accepts it again, and gets none from a refusal for now', async () => {
    mailServer.unknown.add('full@acme.test');
    const { id } = await admin.call(clients.create, form('Fifth', admin.id, ['full@acme.test']));
    await mailTo(id, ['full@acme.test', 'ok@acme.test']);
    expect(await contactsOf(admin, id)).toMatchObject([{ refused: { reason: '550' } }]);
    mailServer.unknown.delete('full@acme.test');
    await mailTo(id, ['full@acme.test']);
    expect(await contactsOf(admin, id)).toMatchObject([{ refused: null }]);
    mailServer.isRefusing = true;
    await mailTo(id, ['full@acme.test']);
    mailServer.isRefusing = false;
    expect(await contactsOf(admin, id)).toMatchObject([{ refused: null }]);
  });
});

const offered = ({ contacts: some }: { contacts: { name: string; send: string }[] }) =>
  some.flatMap(({ name, send }) => (send === 'to' ? [name] : []));

it('an invoice, a receipt, a credit note, a reminder and a statement each go to the contacts who want them', async () => {
  const wishes = [
    { name: 'all', roles: ['billing' as const] },
    { name: 'paper', roles: [], sendInvoices: 'to' as const, sendReceipts: 'none' as const },
    { name: 'dunned', roles: [], sendInvoices: 'none' as const, sendReminders: 'to' as const },
    { name: 'books', roles: [], sendStatements: 'to' as const, sendCreditNotes: 'cc' as const },
  ];
  const { id: clientId } = await admin.call(clients.create, {
    ...form('Wishes', admin.id, []),
    contacts: wishes.map((wish) => ({ ...wish, email: `${wish.name}@wish.test` })),
  });
  const takers = async (kind: Parameters<typeof offeredContacts>[1]) =>
    (await offeredContacts(api.db, kind, clientId)).flatMap(({ name, send }) =>
      send === 'none' ? [] : [`${name} ${send}`],
    );
  expect(await takers('invoice')).toEqual(['all to', 'paper to']);
  expect(await takers('receipt')).toEqual(['all to']);
  expect(await takers('creditNote')).toEqual(['all to', 'paper to', 'books cc']);
  expect(await takers('reminder')).toEqual(['all to', 'paper to', 'dunned to']);
  expect(await takers('statement')).toEqual(['all to', 'paper to', 'books to']);
  const invoice = await fixture.issued(1_000, { clientId });
  expect(offered(await admin.call(invoiceMails.draft, { id: invoice.id }))).toEqual(['all', 'paper']);
  const receipt = await admin.call(receipts.create, fixture.receipt(400, { clientId }));
  expect(offered(await admin.call(receiptMails.draft, { id: receipt.id }))).toEqual(['all']);
  const asked = { clientId, entityId: fixture.entityId, asOf: today };
  expect(offered(await admin.call(statements.draft, asked))).toEqual(['all', 'paper', 'books']);
});
