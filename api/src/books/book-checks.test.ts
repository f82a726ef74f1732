import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { bookChecks, bookRules } from '@daybook/contracts/settings/book-checks/book-checks';
import { openBillingFixture } from '../../test/fixtures/billing-fixture.ts';
import { openStaffFixture } from '../../test/fixtures/staff-fixture.ts';
import { makeEntity } from '../../test/fixtures/masters.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { fillBooks, openCheckedBooks } from '../../test/fixtures/checked-books.ts';
import type { CheckedBooks, FilledBooks } from '../../test/fixtures/checked-books.ts';

let filled: FilledBooks;
beforeAll(async () => {
  filled = await fillBooks();
});
afterAll(() => filled.database.drop());

/** An advance, cash that was received and partly handed over, and an expense that the advance paid. */
async function holdAndSpend(on: TestApi): Promise<void> {
  const fixture = await openStaffFixture(on);
  const { approver, claimant, colleague, entityId } = fixture;
  const whose = { entityId, personId: claimant.id };
  await fixture.advance(5000);
  await fixture.cash(3000);
  const offer = await claimant.call(staffVouchers.handOver, {
    ...whose,
    receiverId: colleague.id,
    currency: 'EUR',
    amount: 1000,
    date: '2026-03-06',
  });
  await colleague.call(staffVouchers.confirm, { id: offer.id }, { version: offer.version });
  const { id } = await fixture.at('approved');
  const paid = { ...whose, expenseIds: [id], account: 'advance' as const, date: '2026-03-21' };
  await approver.call(staffVouchers.settle, paid);
}

const receivable = `(select id from ledger_account where system_key = 'receivable')`;
const bank = `(select id from ledger_account where system_key = 'bank')`;
const advance = `(select id from ledger_account where system_key = 'client_advance')`;
const firstOf = (account: string) =>
  `(select entry_id from journal_line where account_id = ${account} order by entry_id limit 1)`;

// docs/rules.md#the-books-are-checked
describe('the ledger checks', () => {
  let books: CheckedBooks;
  beforeAll(async () => {
    books = await openCheckedBooks(filled);
  });
  afterAll(() => books.api.stop());

  it('find nothing when the books are right', async () => {
    const run = await books.check();
    expect(run).toMatchObject({ kind: 'by_hand', found: 0, findings: [] });
    expect(run.looked.map(({ rule }) => rule)).toEqual(bookRules);
    const records = Object.fromEntries(run.looked.map(({ rule, records: count }) => [rule, count]));
    expect(records).toMatchObject({
      trial_balance_is_zero: 1,
      ledger_is_ageing: 1,
      invoice_is_settled_as_allocated: 5,
      receipt_is_used_as_allocated: 5,
      advances_hold_their_tax: 0,
    });
    expect(Math.min(records.entry_balances ?? 0, records.numbers_without_gap ?? 0)).toBeGreaterThan(4);
  });

  it.each([
    [
      'a line whose amount was increased',
      ['journal_line'],
      `update journal_line set base_debit = base_debit + 1 where account_id = ${bank} and entry_id = ${firstOf(bank)}`,
      ['entry_balances', 'trial_balance_is_zero'],
    ],
    [
      'an entry without lines',
      ['journal_line'],
      `delete from journal_line where entry_id = ${firstOf(bank)}`,
      ['entry_balances', 'ledger_is_ageing'],
    ],
    [
      'a line of a client account without a client',
      ['journal_line'],
      `update journal_line set client_id = null where account_id = ${receivable} and entry_id = ${firstOf(receivable)}`,
      ['client_lines_have_clients'],
    ],
    [
      'an invoice whose outstanding amount is too low',
      ['invoice_state'],
      `update invoice_state set paid = paid + 1, outstanding = outstanding - 1 where status = 'part_paid' and currency = 'EUR'`,
      ['invoice_is_settled_as_allocated', 'ledger_is_ageing'],
    ],
    [
      'a receipt whose available amount is too high',
      ['receipt_state'],
      `update receipt_state set allocated = allocated - 1
         where receipt_id = (select id from receipt where currency = 'EUR' and amount = 8000)`,
      ['ledger_is_ageing', 'receipt_is_used_as_allocated'],
    ],
    [
      'a deleted allocation',
      ['allocation'],
      `delete from allocation where receipt_id = (select id from receipt where currency = 'EUR' and amount = 8000)`,
      ['invoice_is_settled_as_allocated', 'receipt_is_used_as_allocated'],
    ],
    [
      'an invoice whose total differs from its entry',
      ['invoice'],
      `update invoice set net = net + 100, total = total + 100, payable = payable + 100
         where number = (select min(number) from invoice)`,
      ['invoice_is_posted'],
    ],
    [
      'a wrong monthly balance',
      ['ledger_month'],
      `insert into ledger_month select entity_id, account_id, currency, date_trunc('month', entry_date)::date, 1, 0, 1, 0
         from journal_line limit 1`,
      ['months_are_ledger'],
    ],
    [
      'a monthly movement of a client that no entry accounts for',
      ['client_ledger_month'],
      `insert into client_ledger_month select id, default_entity_id, 'KWD', '2020-01-01', 1, 1, 1 from client limit 1`,
      ['months_are_ledger'],
    ],
    [
      'an amount billed in a month that no document accounts for',
      ['money_month'],
      `insert into money_month values ('billed', 'EUR', '2020-01-01', 5)`,
      ['months_are_ledger'],
    ],
    [
      'an amount billed to a client in a year that no document accounts for',
      ['client_year'],
      `insert into client_year (client_id, currency, year, billed_1) select id, 'EUR', 2020, 5 from client limit 1`,
      ['months_are_ledger'],
    ],
    [
      'a stored outstanding amount of a client without an invoice',
      ['client_owed'],
      `insert into client_owed select id, default_entity_id, 'KWD', 5, 1 from client limit 1`,
      ['owed_is_invoices'],
    ],
    [
      'a stored pending total without a pending item',
      ['pending_total'],
      `insert into pending_total (client_id, entity_id, currency, items, amount, held_items, held_amount, oldest_on)
         select id, default_entity_id, 'KWD', 1, 1, 0, 0, '2026-01-01' from client limit 1`,
      ['pending_totals_are_items'],
    ],
    [
      'a client that counts as having an e-mail address although it has none',
      ['client_facts'],
      `update client_facts set has_email = not has_email where client_id = (select id from client order by id limit 1)`,
      ['client_facts_are_records'],
    ],
    [
      'an open invoice with the status paid',
      ['invoice_state'],
      `update invoice_state set outstanding = 0, paid = payable, status = 'paid' where status = 'part_paid' and currency = 'EUR'`,
      ['ageing_is_posted'],
    ],
    [
      'an open invoice that the report of outstanding amounts leaves out',
      ['invoice_state'],
      `update invoice_state set posted_on = '2100-01-01' where status = 'part_paid'`,
      ['outstanding_is_ledger'],
    ],
    [
      'an advance that was moved to a tax account',
      ['journal_line'],
      `update journal_line set account_id = (select id from ledger_account where system_key = 'output_tax_on_advance.VAT')
         where account_id = ${advance} and entry_id = ${firstOf(advance)}`,
      ['advances_hold_their_tax'],
    ],
    [
      'an invoice that states another tax than it posted',
      ['invoice'],
      `update invoice set tax_groups = jsonb_set(tax_groups, '{0,components,0,tax}', '1') where number = (select min(number) from invoice)`,
      ['output_tax_is_documents'],
    ],
    [
      'output tax that no document states',
      ['journal_line'],
      `update journal_line set account_id = (select id from ledger_account where system_key = 'output_tax.VAT')
         where account_id = (select id from ledger_account where system_key = 'income')`,
      ['output_tax_is_documents'],
    ],
    [
      'tax due by payment of an invoice that posted another tax',
      ['invoice', 'billing_entity'],
      `with by_payment as (update billing_entity set tax_due = 'payment')
         update invoice set tax_groups = jsonb_set(tax_groups, '{0,components}', '[{"name": "VAT", "tax": 1}]')
         where number = (select min(number) from invoice)`,
      ['tax_due_is_ledger'],
    ],
    [
      'tax due by payment of an invoice whose balance is not what was allocated',
      ['invoice_state', 'billing_entity'],
      `with by_payment as (update billing_entity set tax_due = 'payment')
         update invoice_state set paid = paid + 1, outstanding = outstanding - 1 where outstanding > 1`,
      ['tax_due_is_ledger'],
    ],
    [
      'input tax that no expense accounts for',
      ['journal_line'],
      `update journal_line set account_id = (select id from ledger_account where system_key = 'input_tax')
         where account_id = ${bank} and entry_id = ${firstOf(bank)}`,
      ['input_tax_is_expenses'],
    ],
    [
      'two payments whose allocations were exchanged',
      ['allocation'],
      `update allocation set amount = amount + case when amount = 6000 then -1 else 1 end
         where receipt_id in (select id from receipt where currency = 'EUR') and amount in (6000, 2000)`,
      ['payments_are_posted'],
    ],
    [
      'a write-off whose amount differs from its entry',
      ['write_off', 'invoice_state'],
      `update write_off set amount = amount + 1`,
      ['refunds_and_write_offs_are_posted'],
    ],
    [
      'a refund that is not in the ledger',
      ['receipt_refund'],
      `update receipt_refund set amount = amount + 1`,
      ['refunds_and_write_offs_are_posted'],
    ],
    [
      'tax withheld that is not in its account',
      ['receipt'],
      `update receipt set withheld = withheld + 1, amount = amount - 1 where withheld > 0`,
      ['withheld_tax_is_posted'],
    ],
    [
      'an entry of the withholding register for more than was withheld',
      ['withholding_entry'],
      `update withholding_entry set amount = amount + 1 where amount > 0`,
      ['withholding_register_is_ledger'],
    ],
    [
      'tax that is certified without a certificate',
      ['withholding_entry'],
      `update withholding_entry set certified = 1 where amount > 0`,
      ['withholding_register_is_ledger'],
    ],
    [
      'a settled document with a carrying amount in the base currency',
      ['allocation'],
      `update allocation set invoice_base = invoice_base - 1
         where amount = 990`,
      ['base_is_of_documents', 'settled_without_rest'],
    ],
    [
      'work that is billed and still pending',
      ['pending_item'],
      `update pending_item set status = 'open', invoice_id = null`,
      ['work_is_billed_once'],
    ],
    [
      'an entry dated before the cut-over date',
      ['billing_entity'],
      `update billing_entity set cut_over_on = '2026-03-02'`,
      ['entries_after_cut_over'],
    ],
    [
      'a number with an earlier date than the number before it',
      ['billing_entity', 'invoice'],
      `with kept as (update billing_entity set chronology = 'block')
         update invoice set issue_date = '2026-02-01' where number = (select max(number) from invoice)`,
      ['numbers_in_date_order'],
    ],
    [
      'a missing number',
      ['document_number'],
      `delete from document_number where doc_kind = 'receipt' and seq = 1`,
      ['numbers_without_gap'],
    ],
    [
      'an altered row of the audit log',
      ['audit_event'],
      `update audit_event set body = '{}' where id = (select min(id) from audit_event)`,
      ['audit_is_sealed'],
    ],
    ['a deleted seal', ['audit_seal'], `delete from audit_seal where seq = 2`, ['audit_is_sealed']],
  ])('find %s', async (_what, tables, statement, rules) => {
    expect(await books.whileDamaged(tables, statement, () => books.rulesFound())).toEqual(
      expect.arrayContaining(rules),
    );
  });

  it('find nothing once all these rows are as they were', async () => {
    expect(await books.rulesFound()).toEqual([]);
  });
});

describe('the ledger checks of further documents', () => {
  let books: CheckedBooks;
  let api: TestApi;
  let admin: Caller;
  beforeEach(async () => {
    books = await openCheckedBooks(filled);
    ({ api, admin } = books);
  });
  afterEach(() => api.stop());

  it('accept a receipt that was entered late, even if numbers must follow the order of dates', async () => {
    const entityId = await makeEntity(api.db, { chronology: 'block' });
    const fixture = await openBillingFixture(api, admin, { entityId });
    for (const receiptDate of ['2026-04-05', '2026-04-02'])
      await admin.call(receipts.create, fixture.receipt(100, { receiptDate }));
    expect(await books.rulesFound()).toEqual([]);
  });

  it.each([
    [
      'cash that the ledger has with someone else',
      ['journal_line'],
      `update journal_line set user_id = (select id from app_user where name = 'Cora Colleague')
         where account_id = (select id from ledger_account where system_key = 'staff_cash') and debit = 3000`,
    ],
    [
      'an advance whose voucher has another amount',
      ['staff_voucher'],
      `update staff_voucher set amount = amount + 1, base_amount = base_amount + 1 where kind = 'advance'`,
    ],
    [
      'an expense that is owed although its voucher paid it',
      ['staff_voucher_expense'],
      `delete from staff_voucher_expense`,
    ],
    [
      'a receipt that someone else received',
      ['receipt'],
      `update receipt set received_by = (select id from app_user where name = 'Cora Colleague') where mode = 'cash'`,
    ],
  ])('find %s', async (_what, tables, statement) => {
    await holdAndSpend(api);
    expect(await books.rulesFound()).toEqual([]);
    await books.damage(tables, statement);
    const { findings } = await books.check();
    const found = findings.filter(({ rule }) => rule === 'staff_accounts_are_documents');
    expect(found.map(({ document }) => document)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Carl Claims (?:1015|1400|2400)$/)]),
    );
  });

  it('name the document and both amounts', async () => {
    await books.damage(
      ['invoice_state'],
      `update invoice_state set paid = paid + 1, outstanding = outstanding - 1 where number = '${books.invoiceNumber}'`,
    );
    const { findings } = await books.check();
    expect(findings.find(({ rule }) => rule === 'invoice_is_settled_as_allocated')).toMatchObject({
      document: books.invoiceNumber,
      currency: 'EUR',
      expected: 4_000,
      actual: 3_999,
    });
    const [latest] = (await admin.call(bookChecks.list, {})).rows;
    expect(latest?.looked.find(({ rule }) => rule === 'invoice_is_settled_as_allocated')?.found).toBe(1);
    await books.damage(
      ['receipt_state'],
      `update receipt_state set allocated = 0 where receipt_id = (select id from receipt where number = '${books.receiptNumber}')`,
    );
    const again = await books.check();
    expect(again.findings.find(({ rule }) => rule === 'receipt_is_used_as_allocated')).toMatchObject({
      document: books.receiptNumber,
      expected: 6_000,
      actual: 0,
    });
  });
});
