import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { notifications } from '@daybook/contracts/notifications';
import { bookChecks, bookRules } from '@daybook/contracts/settings/book-checks/book-checks';
import type { BookCheck, BookFinding } from '@daybook/contracts/settings/book-checks/book-checks';
import { openDesk } from '../../test/desks/billing-desk.ts';
import { makeClient, makeEntity } from '../../test/desks/masters.ts';
import { eventually } from '../../test/house.ts';
import { sealAll } from '../../test/seal-all.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { checkBooksOfNight } from './check-books.ts';
import { makeAskedCheck } from './checks-by-hand.ts';

let api: TestApi;
let admin: Caller;
let invoiceNumber: string;
let receiptNumber: string;

beforeEach(async () => {
  api = await startTestApi();
  admin = await api.as({});
  const desk = await openDesk(api, admin, { entityId: await makeEntity(api.db, { writeOffLimit: 100 }) });
  const invoice = await desk.issued(10_000);
  const dollars = await desk.issued(5_000, { currency: 'USD', fxRate: '0.9' });
  await admin.call(receipts.create, desk.receipt(2_000, { receiptDate: '2026-02-01' }));
  await desk.issued(7_000, { prepaid: 2_000 });
  const wrong = await desk.issued(100);
  await admin.call(
    invoices.void,
    { id: wrong.id, voidDate: '2026-03-02', reason: 'Wrong' },
    { version: wrong.version },
  );
  const receipt = await admin.call(
    receipts.create,
    desk.receipt(8_000, { withheld: 500, allocations: [{ invoiceId: invoice.id, amount: 6_000 }] }),
  );
  await admin.call(
    receipts.create,
    desk.receipt(3_000, {
      currency: 'USD',
      fxRate: '0.8',
      allocations: [{ invoiceId: dollars.id, amount: 3_000 }],
    }),
  );
  const small = await desk.issued(1_000);
  await admin.call(
    receipts.create,
    desk.receipt(990, { allocations: [{ invoiceId: small.id, amount: 990, writeOffRest: true }] }),
  );
  const paidBack = await admin.call(receipts.create, desk.receipt(700));
  await admin.call(receipts.refund, { id: paidBack.id, date: '2026-04-08', amount: 300, mode: 'bank' });
  const item = { entityId: desk.entityId, clientId: desk.clientId, description: 'Advice', amount: 400 };
  const work = { ...item, taxCodeId: desk.taxCodeId, readyOn: '2026-03-01' };
  const { id: itemId } = await admin.call(pendingInvoices.create, work);
  const draft = await admin.call(pendingInvoices.draft, { itemIds: [itemId], issueDate: '2026-03-02' });
  await admin.call(invoices.issue, { id: draft.id }, { version: draft.version });
  [invoiceNumber, receiptNumber] = [invoice.number, receipt.number];
  await sealAll(api.db);
});
afterEach(() => api.stop());

/** As a thief with the owner's password would: the laws of the tables lifted meanwhile. */
async function damage(tables: readonly string[], statement: string): Promise<void> {
  const client = await api.ownerPool.connect();
  try {
    await client.query('begin');
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    const { rowCount } = await client.query(statement);
    if (!rowCount) throw new Error(`nothing was damaged by ${statement}`);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Asked for by hand and made behind the screen. */
async function check(): Promise<BookCheck> {
  await admin.call(bookChecks.run, {});
  await makeAskedCheck(api.db, api.db);
  const [latest] = (await admin.call(bookChecks.list, {})).rows;
  if (!latest) throw new Error('a check that was not kept');
  return latest;
}

const rulesFound = async (): Promise<BookFinding['rule'][]> => {
  const { findings } = await check();
  return [...new Set(findings.map(({ rule }) => rule))].toSorted();
};

const told = async (caller: Caller) => (await caller.call(notifications.list, {})).rows;
const gauge = async () => {
  const { body } = await admin.inject({ url: '/api/metrics' });
  return /^daybook_book_findings (\S+)$/m.exec(body)?.[1];
};

const receivable = `(select id from ledger_account where system_key = 'receivable')`;
const bank = `(select id from ledger_account where system_key = 'bank')`;
const advance = `(select id from ledger_account where system_key = 'client_advance')`;
const firstOf = (account: string) =>
  `(select entry_id from journal_line where account_id = ${account} order by entry_id limit 1)`;

// docs/rules.md#the-books-are-checked
describe('the check of the books', () => {
  it('finds nothing where nothing is wrong', async () => {
    const run = await check();
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
      'a line that was made larger',
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
      'a line of a client that is nobody’s',
      ['journal_line'],
      `update journal_line set client_id = null where account_id = ${receivable} and entry_id = ${firstOf(receivable)}`,
      ['client_lines_have_clients'],
    ],
    [
      'an invoice that owes less than it does',
      ['invoice_state'],
      `update invoice_state set paid = paid + 1, outstanding = outstanding - 1 where status = 'part_paid' and currency = 'EUR'`,
      ['invoice_is_settled_as_allocated', 'ledger_is_ageing'],
    ],
    [
      'a receipt that holds more than it does',
      ['receipt_state'],
      `update receipt_state set allocated = allocated - 1
         where receipt_id = (select id from receipt where currency = 'EUR' and amount = 8000)`,
      ['ledger_is_ageing', 'receipt_is_used_as_allocated'],
    ],
    [
      'an allocation that is gone',
      ['allocation'],
      `delete from allocation where receipt_id = (select id from receipt where currency = 'EUR' and amount = 8000)`,
      ['invoice_is_settled_as_allocated', 'receipt_is_used_as_allocated'],
    ],
    [
      'an invoice that asks for other than it posted',
      ['invoice'],
      `update invoice set net = net + 100, total = total + 100, payable = payable + 100
         where number = (select min(number) from invoice)`,
      ['invoice_is_posted'],
    ],
    [
      'the balance of a month that was altered',
      ['ledger_month'],
      `insert into ledger_month select entity_id, account_id, currency, date_trunc('month', entry_date)::date, 1, 0, 1, 0
         from journal_line limit 1`,
      ['months_are_ledger'],
    ],
    [
      'what was billed in a month and is of no document',
      ['money_month'],
      `insert into money_month values ('billed', 'EUR', '2020-01-01', 5)`,
      ['months_are_ledger'],
    ],
    [
      'what was billed to a client in a year and is of no document',
      ['client_year'],
      `insert into client_year (client_id, currency, year, billed_1) select id, 'EUR', 2020, 5 from client limit 1`,
      ['months_are_ledger'],
    ],
    [
      'what a client is kept to owe and no invoice asks for',
      ['client_owed'],
      `insert into client_owed select id, default_entity_id, 'KWD', 5, 1 from client limit 1`,
      ['owed_is_invoices'],
    ],
    [
      'work kept as waiting that no item stands for',
      ['waiting_work'],
      `insert into waiting_work (client_id, entity_id, currency, items, amount, held_items, held_amount, oldest_on)
         select id, default_entity_id, 'KWD', 1, 1, 0, 0, '2026-01-01' from client limit 1`,
      ['waiting_is_items'],
    ],
    [
      'an open invoice that is called paid',
      ['invoice_state'],
      `update invoice_state set outstanding = 0, paid = payable, status = 'paid' where status = 'part_paid' and currency = 'EUR'`,
      ['ageing_is_posted'],
    ],
    [
      'an advance that was made tax',
      ['journal_line'],
      `update journal_line set account_id = (select id from ledger_account where system_key = 'output_tax_on_advance.VAT')
         where account_id = ${advance} and entry_id = ${firstOf(advance)}`,
      ['advances_hold_their_tax'],
    ],
    [
      'two payments that were posted for one another',
      ['allocation'],
      `update allocation set amount = amount + case when amount = 6000 then -1 else 1 end
         where receipt_id in (select id from receipt where currency = 'EUR') and amount in (6000, 2000)`,
      ['payments_are_posted'],
    ],
    [
      'a rest that was given up at another amount than it was posted',
      ['write_off', 'invoice_state'],
      `update write_off set amount = amount + 1`,
      ['refunds_and_write_offs_are_posted'],
    ],
    [
      'money paid back that is not in the books',
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
      'a rest in the base currency of what is settled',
      ['allocation'],
      `update allocation set invoice_base = invoice_base - 1
         where amount = 990`,
      ['base_is_of_documents', 'settled_without_rest'],
    ],
    [
      'work that is billed and waits',
      ['pending_item'],
      `update pending_item set state = 'open', invoice_id = null`,
      ['work_is_billed_once'],
    ],
    [
      'an entry of before the books began',
      ['billing_entity'],
      `update billing_entity set cut_over_on = '2026-03-02'`,
      ['entries_after_cut_over'],
    ],
    [
      'a number that is earlier than the one before it',
      ['billing_entity', 'invoice'],
      `with kept as (update billing_entity set chronology = 'block')
         update invoice set issue_date = '2026-02-01' where number = (select max(number) from invoice)`,
      ['numbers_in_date_order'],
    ],
    [
      'a number that is missing',
      ['document_number'],
      `delete from document_number where doc_kind = 'receipt' and seq = 1`,
      ['numbers_without_gap'],
    ],
    [
      'a row of the audit that was altered',
      ['audit_event'],
      `update audit_event set body = '{}' where id = (select min(id) from audit_event)`,
      ['audit_is_sealed'],
    ],
    ['a seal that is gone', ['audit_seal'], `delete from audit_seal where seq = 2`, ['audit_is_sealed']],
  ])('finds %s', async (_what, tables, statement, rules) => {
    await damage(tables, statement);
    expect(await rulesFound()).toEqual(expect.arrayContaining(rules));
  });

  it('finds nothing wrong with money that was entered late where numbers are kept in the order of their dates', async () => {
    const entityId = await makeEntity(api.db, { chronology: 'block' });
    const desk = await openDesk(api, admin, { entityId });
    for (const receiptDate of ['2026-04-05', '2026-04-02'])
      await admin.call(receipts.create, desk.receipt(100, { receiptDate }));
    expect(await rulesFound()).toEqual([]);
  });

  it('names the document and both figures', async () => {
    await damage(
      ['invoice_state'],
      `update invoice_state set paid = paid + 1, outstanding = outstanding - 1 where number = '${invoiceNumber}'`,
    );
    const { findings } = await check();
    expect(findings.find(({ rule }) => rule === 'invoice_is_settled_as_allocated')).toMatchObject({
      document: invoiceNumber,
      currency: 'EUR',
      expected: 4_000,
      actual: 3_999,
    });
    const [latest] = (await admin.call(bookChecks.list, {})).rows;
    expect(latest?.looked.find(({ rule }) => rule === 'invoice_is_settled_as_allocated')?.found).toBe(1);
    await damage(
      ['receipt_state'],
      `update receipt_state set allocated = 0 where receipt_id = (select id from receipt where number = '${receiptNumber}')`,
    );
    const again = await check();
    expect(again.findings.find(({ rule }) => rule === 'receipt_is_used_as_allocated')).toMatchObject({
      document: receiptNumber,
      expected: 6_000,
      actual: 0,
    });
  });
});

describe('the run by hand', () => {
  it('is one for all who ask at once, made by one server of several, and told of meanwhile', async () => {
    const other = await api.as({ userType: 'admin', name: 'Ben Asks' });
    const asked = await Promise.all([admin, other, admin].map((who) => who.call(bookChecks.run, {})));
    expect(new Set(asked.map(({ askedAt }) => askedAt)).size).toBe(1);
    expect(await admin.call(bookChecks.list, {})).toMatchObject({ rows: [], run: { state: 'running' } });
    const made = await Promise.all([1, 2, 3].map(() => makeAskedCheck(api.db, api.db)));
    expect(made.filter(Boolean)).toEqual([true]);
    const { rows, run } = await admin.call(bookChecks.list, {});
    expect(rows).toMatchObject([{ kind: 'by_hand', found: 0 }]);
    expect(run).toMatchObject({ askedAt: asked[0]?.askedAt, state: 'done' });
    await check();
    expect((await admin.call(bookChecks.list, {})).rows).toHaveLength(2);
  });

  it('says how many rules have been asked while it goes on', async () => {
    await admin.call(bookChecks.run, {});
    const done = async () => (await admin.call(bookChecks.list, {})).run?.done;
    expect(await done()).toBe(0);
    const holder = await api.ownerPool.connect();
    await holder.query('begin; lock table audit_seal');
    const making = makeAskedCheck(api.db, api.db);
    await eventually(async () => expect(await done()).toBe(bookRules.length - 1));
    await holder.query('rollback');
    holder.release();
    expect(await making).toBe(true);
    expect(await admin.call(bookChecks.list, {})).toMatchObject({
      run: { state: 'done', done: bookRules.length },
    });
  });

  it('that breaks off is tried again, and given up in the end', async () => {
    await admin.call(bookChecks.run, {});
    await api.ownerPool.query('alter table audit_seal rename to hidden_seal');
    const stateAfter = async () => {
      await expect(makeAskedCheck(api.db, api.db)).rejects.toThrow(/audit_seal/);
      return (await admin.call(bookChecks.list, {})).run?.state;
    };
    expect([await stateAfter(), await stateAfter(), await stateAfter()]).toEqual([
      'running',
      'running',
      'failed',
    ]);
    await api.ownerPool.query('alter table hidden_seal rename to audit_seal');
    expect(await check()).toMatchObject({ kind: 'by_hand', found: 0 });
  });
});

/** Where the billing entity is, whose zone is UTC. */
const night = '2026-11-24T02:00:00Z';

describe('the run of the night', () => {
  it('is made once, whoever of several servers begins', async () => {
    const runs = await Promise.all(Array.from({ length: 5 }, () => checkBooksOfNight(api.db, night)));
    expect(runs.filter((run) => run !== null)).toHaveLength(1);
    expect(await checkBooksOfNight(api.db, night)).toBeNull();
    expect((await admin.call(bookChecks.list, {})).rows).toMatchObject([{ kind: 'nightly', found: 0 }]);
  });

  it('waits for the night of the billing entity of most clients, and makes up for nights in which no server ran', async () => {
    const tokyo = await makeEntity(api.db, { timezone: 'Asia/Tokyo' });
    for (let more = 0; more < 2; more += 1) await makeClient(api.db, { entityId: tokyo, crmId: admin.id });
    const made = async (clock: string) => (await checkBooksOfNight(api.db, clock)) !== null;
    // 11:00 and 00:59 in Tokyo.
    expect([await made(night), await made('2026-11-24T15:59:00Z')]).toEqual([false, false]);
    expect(await made('2026-11-24T16:00:00Z')).toBe(true);
    expect([await made('2026-11-24T18:00:00Z'), await made('2026-11-25T03:00:00Z')]).toEqual([false, false]);
    // No server ran in the night of the 26th: not by day, but in the next night, once.
    expect(await made('2026-11-26T01:00:00Z')).toBe(false);
    expect([await made('2026-11-26T19:59:00Z'), await made('2026-11-26T19:59:00Z')]).toEqual([true, false]);
    expect(await made('2026-11-27T20:00:00Z')).toBe(false);
    expect((await admin.call(bookChecks.list, {})).rows).toHaveLength(2);
  });

  it('tells the admins and the metrics when something is wrong, and nobody else', async () => {
    const manager = await api.as({ userType: 'manager' });
    const boss = await api.as({ userType: 'admin' });
    expect(await gauge()).toBe('-1');
    await damage(['document_number'], `delete from document_number where doc_kind = 'receipt' and seq = 1`);
    await checkBooksOfNight(api.db, night);
    expect(await gauge()).toBe('1');
    expect(await told(boss)).toMatchObject([
      { kind: 'books_wrong', params: { count: 1 }, record: { kind: 'book_check' } },
    ]);
    expect(await told(manager)).toEqual([]);
    expect(await manager.refused(bookChecks.list, {})).toMatchObject({ httpStatus: 403 });
  });
});
