import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { ledgerAccounts } from '@daybook/contracts/settings/accounts/accounts';
import { services } from '@daybook/contracts/settings/services/services';
import { entryOf, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let audit: string;
let payroll: string;

/** Creates an account and a service that posts to it. */
async function serviceOf(code: string, name: string): Promise<string> {
  const account = await admin.call(ledgerAccounts.create, { code, name, type: 'income' });
  const input = { name, taxCodeId: fixture.taxCodeId, incomeAccountId: account.id };
  return (await admin.call(services.create, input)).id;
}

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
  audit = await serviceOf('4010', 'Audits');
  payroll = await serviceOf('4020', 'Payrolls');
});
afterAll(() => api.stop());

const line = (serviceId: string | null, unitPrice: string, more: object = {}) => ({
  description: 'Work',
  serviceId,
  qty: '1',
  unitPrice,
  taxCodeId: fixture.taxCodeId,
  ...more,
});
const adjustment = (kind: 'allowance' | 'charge', amount: number) => ({
  kind,
  amount,
  taxCodeId: fixture.taxCodeId,
});

async function credited(parts: readonly [id: string, amount: number][]) {
  const note = await admin.call(creditNotes.create, {
    entityId: fixture.entityId,
    clientId: fixture.clientId,
    currency: 'EUR',
    issueDate: '2026-03-02',
    docLocale: 'en',
    reasonCode: 'discount',
    lines: parts.map(([invoiceLineId, amount]) => ({ invoiceLineId, amount })),
  });
  return admin.call(creditNotes.issue, { id: note.id }, { version: note.version });
}
/** What can be credited of an invoice: its lines, then its charges and allowances. */
async function creditable(invoice: Invoice) {
  const { clientId, entityId } = fixture;
  const basis = await admin.call(creditNotes.basis, {
    clientId,
    entityId,
    currency: 'EUR',
  });
  return basis.invoices.flatMap(({ id, lines }) => (id === invoice.id ? lines : []));
}

const idOf = (code: string) => `(select id from ledger_account where code = '${code}')`;

describe('the income of an invoice', () => {
  it('is posted to the account of each service, and of other fees to the account of fees', async () => {
    const lines = [line(audit, '100'), line(payroll, '40'), line(null, '7'), line(audit, '5')];
    const invoice = await fixture.issued(0, {
      lines: [...lines, line(null, '30', { kind: 'disbursement' })],
    });
    expect(await entryOf(api, invoice.id)).toEqual({
      receivable: 18_200,
      '4010': -10_500,
      '4020': -4_000,
      income: -700,
      client_reimbursable: -3_000,
    });
  });

  it('holds charges and allowances in proportion to the fees, to the last unit', async () => {
    const invoice = await fixture.issued(0, {
      lines: [line(audit, '100'), line(payroll, '50')],
      adjustments: [adjustment('charge', 1_000), adjustment('allowance', 200)],
    });
    // 10.00 is spread as 6.67 and 3.33, and 2.00 as 1.33 and 0.67.
    expect(await entryOf(api, invoice.id)).toEqual({ receivable: 15_800, '4010': -10_534, '4020': -5_266 });
  });

  it('goes to the account of fees where there are charges and no fees', async () => {
    const invoice = await fixture.issued(0, {
      lines: [line(null, '30', { kind: 'disbursement' })],
      adjustments: [adjustment('charge', 500)],
    });
    expect(await entryOf(api, invoice.id)).toEqual({
      receivable: 3_500,
      client_reimbursable: -3_000,
      income: -500,
    });
  });

  it('is posted where the service says at issue, and stays there when the service changes', async () => {
    const service = await serviceOf('4030', 'Advice');
    const other = await admin.call(ledgerAccounts.create, { code: '4031', name: 'More', type: 'income' });
    const draft = await fixture.draft(0, { lines: [line(service, '10')] });
    const move = (incomeAccountId: string | null, version: number) =>
      admin.call(
        services.edit,
        { id: service, name: 'Advice', taxCodeId: fixture.taxCodeId, active: true, incomeAccountId },
        { version },
      );
    await move(other.id, 1);
    const invoice = await admin.call(invoices.issue, { id: draft.id }, { version: draft.version });
    expect(await entryOf(api, invoice.id)).toEqual({ receivable: 1_000, '4031': -1_000 });
    await move(null, 2);
    const [of] = await creditable(invoice);
    const note = await credited([[of?.id ?? '', 400]]);
    expect(await entryOf(api, note.id)).toMatchObject({ '4031': 400 });
    const { account } = (
      await api.ownerPool.query<{ account: string }>(
        `select account.code as account from invoice_line line join ledger_account account on account.id = income_account_id
         where invoice_id = $1`,
        [invoice.id],
      )
    ).rows[0] ?? { account: '' };
    expect(account).toBe('4031');
  });
});

describe('a credit note', () => {
  it('takes back from the accounts of the lines and charges that it credits, and gives it again when it is void', async () => {
    const invoice = await fixture.issued(0, {
      lines: [line(audit, '100'), line(payroll, '50')],
      adjustments: [adjustment('charge', 1_000)],
    });
    const [first, second, charge] = await creditable(invoice);
    const note = await credited([
      [first?.id ?? '', 2_000],
      [second?.id ?? '', 500],
      [charge?.id ?? '', 1_000],
    ]);
    const entry = { '4010': 2_667, '4020': 833, client_advance: -3_500 };
    expect(await entryOf(api, note.id)).toEqual(entry);
    await admin.call(
      creditNotes.void,
      { id: note.id, voidDate: '2026-03-03', reason: 'Wrong' },
      { version: note.version },
    );
    expect(await entryOf(api, note.id)).toEqual({ '4010': 0, '4020': 0, client_advance: 0 });
  });

  it('posts to an account that was deactivated since', async () => {
    const service = await serviceOf('4040', 'Old work');
    const invoice = await fixture.issued(0, { lines: [line(service, '10')] });
    const edit = { id: service, name: 'Old work', taxCodeId: fixture.taxCodeId, active: false };
    await admin.call(services.edit, edit, { version: 1 });
    const { rows } = await admin.call(ledgerAccounts.list, { q: '4040' });
    const { id = '', version = 0 } = rows[0] ?? {};
    const off = { id, code: '4040', name: 'Old work', type: 'income' as const, active: false };
    await admin.call(ledgerAccounts.edit, off, { version });
    const [of] = await creditable(invoice);
    const note = await credited([[of?.id ?? '', 1_000]]);
    expect(await entryOf(api, note.id)).toMatchObject({ '4040': 1_000 });
  });
});

it('the ledger check agrees, and finds a fee in the account of another service', async () => {
  const rules = async () => (await findBookFaults(api.db)).map(({ rule }) => rule);
  expect(await rules()).toEqual([]);
  const { rows } = await api.ownerPool.query<{ id: string }>(
    `select entry_id as id from journal_line join ledger_account on ledger_account.id = account_id
     where code = '4010' and credit = 10534`,
  );
  await api.ownerPool.query(`alter table journal_line disable trigger user;
    update journal_line set account_id = ${idOf('4030')} where account_id = ${idOf('4010')} and entry_id = '${rows[0]?.id}'`);
  const faults = await findBookFaults(api.db);
  expect(faults.filter(({ rule }) => rule === 'invoice_is_posted')).toMatchObject([
    { document: expect.stringMatching(/ 4010$/) as string, expected: 10_534, actual: 0 },
    { document: expect.stringMatching(/ 4030$/) as string, expected: 0, actual: 10_534 },
  ]);
});
