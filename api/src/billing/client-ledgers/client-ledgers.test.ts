import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { ageingBucket, ageingBuckets } from '@daybook/contracts/money/ageing';
import { uuidv7 } from 'uuidv7';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { watchStatements } from '../../../test/watch-statements.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import { openDatabase } from '../../db/database.ts';
import { exportedLines, ledgerHead } from './client-ledgers.queries.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterAll(() => api.stop());

const ledgerOf = ({ clientId, entityId }: BillingFixture, asOf = '2026-10-31') => ({
  clientId,
  entityId,
  currency: 'EUR',
  asOf,
});

/** The ageing as of a date, computed only from dated rows, without anything that took effect later. */
async function agesOf({ clientId }: BillingFixture, asOf: string): Promise<number[]> {
  const { rows } = await api.ownerPool.query<{ due: string; owed: number }>(
    `select invoice.due_date::text as due, (invoice.payable - coalesce(sum(allocation.amount), 0))::int as owed
       from invoice join invoice_state state on state.invoice_id = invoice.id
       left join allocation on allocation.invoice_id = invoice.id
         and allocation.allocated_on <= $2 and coalesce(allocation.reversed_on > $2, true)
       where invoice.client_id = $1 and invoice.issued_at is not null and invoice.issue_date <= $2
         and coalesce(state.void_date > $2, true)
       group by invoice.id`,
    [clientId, asOf],
  );
  const ages = ageingBuckets().map(() => 0);
  for (const { due, owed } of rows) {
    const bucket = ageingBucket(due, asOf);
    ages[bucket] = (ages[bucket] ?? 0) + owed;
  }
  return ages;
}

describe('a client ledger', () => {
  it('starts with the balance before the period, carries the balance from page to page, and ends on a date', async () => {
    const fixture = await openBillingFixture(api, admin);
    for (const day of ['01', '02', '03', '04', '05']) {
      await fixture.issued(1000, { issueDate: `2026-03-${day}`, dueDate: '2026-03-31' });
    }
    await admin.call(receipts.create, fixture.receipt(1500, { receiptDate: '2026-03-03', withheld: 200 }));
    await admin.call(receipts.create, fixture.receipt(9000, { receiptDate: '2026-03-06' }));
    const query = { ...ledgerOf(fixture, '2026-03-05'), from: '2026-03-02' };
    const whole = await admin.call(clientLedgers.open, query);
    expect(whole).toMatchObject({
      client: { id: fixture.clientId },
      opening: 1000,
      debit: 4000,
      credit: 1700,
      closing: 3300,
      previous: null,
      next: null,
    });
    expect(whole.rows.map(({ kind, balance }) => [kind, balance])).toEqual([
      ['invoice', 2000],
      ['invoice', 3000],
      ['receipt', 1500],
      ['withheld', 1300],
      ['invoice', 2300],
      ['invoice', 3300],
    ]);
    expect(whole.rows[0]).toMatchObject({ dueDate: '2026-03-31', document: { label: expect.any(String) } });

    const rows = [];
    let cursor: string | undefined;
    do {
      const page = await admin.call(clientLedgers.open, {
        ...query,
        pageSize: 2,
        ...(cursor ? { cursor } : {}),
      });
      rows.push(...page.rows);
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(rows).toEqual(whole.rows);
    const last = await admin.call(clientLedgers.open, { ...query, pageSize: 2, cursor: 'end' });
    expect(last.rows).toEqual(whole.rows.slice(-2));
    const back = await admin.call(clientLedgers.open, {
      ...query,
      pageSize: 2,
      cursor: last.previous ?? '',
    });
    expect(back.rows).toEqual(whole.rows.slice(2, 4));
  });

  it('has the same ageing as of 31 March after a receipt of 5 April, an unallocation of 6 April and a void of 7 April', async () => {
    const fixture = await openBillingFixture(api, admin);
    const due = [
      '2026-03-31',
      '2026-03-30',
      '2026-03-01',
      '2026-02-28',
      '2026-01-30',
      '2026-01-29',
      '2025-12-31',
      '2025-12-30',
    ];
    // The amounts are powers of two, so that a sum tells which invoices it contains.
    const made = [];
    for (const [at, dueDate] of due.entries())
      made.push(await fixture.issued(2 ** at, { issueDate: '2025-12-01', dueDate }));
    const asOfMarch = async () => ({
      ages: await agesOf(fixture, '2026-03-31'),
      ledger: await admin.call(clientLedgers.open, ledgerOf(fixture, '2026-03-31')),
    });
    const before = await asOfMarch();
    expect(before).toMatchObject({ ages: [1, 2 + 4, 8 + 16, 32 + 64, 128, 0], ledger: { closing: 255 } });

    const [first, , , , , , , last] = made;
    const receipt = await admin.call(
      receipts.create,
      fixture.receipt(128, {
        receiptDate: '2026-04-05',
        allocations: [{ invoiceId: last?.id ?? '', amount: 128 }],
      }),
    );
    const allocationId = receipt.allocations[0]?.id ?? '';
    await admin.call(receipts.unallocate, { id: receipt.id, allocationId, date: '2026-04-06' });
    const voided = { id: first?.id ?? '', voidDate: '2026-04-07', reason: 'Wrong client' };
    await admin.call(invoices.void, voided, { version: first?.version });
    expect(await asOfMarch()).toEqual(before);
    expect(await agesOf(fixture, '2026-04-05')).toEqual([0, 3, 4 + 8, 16 + 32, 64, 0]);
    expect(await agesOf(fixture, '2026-04-07')).toEqual([0, 2, 4 + 8, 16 + 32, 64 + 128, 0]);
  });

  it('has the same balance as of 31 March, whatever takes effect in April', async () => {
    const fixture = await openBillingFixture(api, admin);
    const [paid, voided] = [await fixture.issued(1000), await fixture.issued(500)];
    const before = await admin.call(clientLedgers.open, ledgerOf(fixture, '2026-03-31'));
    expect(before).toMatchObject({ closing: 1500 });

    const receipt = await admin.call(
      receipts.create,
      fixture.receipt(1000, {
        receiptDate: '2026-04-05',
        allocations: [{ invoiceId: paid.id, amount: 1000 }],
      }),
    );
    await admin.call(receipts.unallocate, {
      id: receipt.id,
      allocationId: receipt.allocations[0]?.id ?? '',
      date: '2026-04-06',
    });
    const { version } = await admin.call(invoices.open, { id: voided.id });
    await admin.call(
      invoices.void,
      { id: voided.id, voidDate: '2026-04-07', reason: 'Wrong client' },
      { version },
    );
    await admin.call(receipts.reverse, { id: receipt.id, date: '2026-04-08', reason: 'Recalled' });

    expect(await admin.call(clientLedgers.open, ledgerOf(fixture, '2026-03-31'))).toEqual(before);
    const after = await admin.call(clientLedgers.open, ledgerOf(fixture));
    expect(
      after.rows.map(({ date, kind, debit, credit, balance }) => [date, kind, debit, credit, balance]),
    ).toEqual([
      ['2026-03-01', 'invoice', 1000, 0, 1000],
      ['2026-03-01', 'invoice', 500, 0, 1500],
      ['2026-04-05', 'receipt', 0, 1000, 500],
      ['2026-04-07', 'void', 0, 500, 0],
      ['2026-04-08', 'reversal', 1000, 0, 1000],
    ]);
    expect(after.rows[4]?.document).toEqual({ id: receipt.id, label: receipt.number });
  });

  it('is kept separately for each entity and currency', async () => {
    const fixture = await openBillingFixture(api, admin);
    await fixture.issued(1000);
    await fixture.issued(700, { currency: 'USD', fxRate: '0.9' });
    const found = await admin.call(clientLedgers.find, { clientId: fixture.clientId, asOf: '2026-03-31' });
    expect(found.map(({ entity, currency, balance }) => [entity.id, currency, balance])).toEqual([
      [fixture.entityId, 'EUR', 1000],
      [fixture.entityId, 'USD', 700],
    ]);
    const earlier = await admin.call(clientLedgers.find, { clientId: fixture.clientId, asOf: '2026-02-28' });
    expect(earlier).toEqual([]);
  });

  it('is exported with its opening balance as a line', async () => {
    const fixture = await openBillingFixture(api, admin);
    await fixture.issued(1000);
    await admin.call(receipts.create, fixture.receipt(400));
    const query = new URLSearchParams({ ...ledgerOf(fixture), from: '2026-04-01', format: 'csv' });
    const file = await admin.inject({ url: `/api/v1/client-ledgers/export?${query.toString()}` });
    const [header, ...lines] = file.body.trim().split('\r\n');
    expect(header).toBe('Client,Billing entity,Date,Kind,Document,Due date,Currency,Debit,Credit,Balance');
    expect(lines).toEqual([
      expect.stringMatching(/,2026-04-01,Opening balance,,,EUR,0.00,0.00,10.00$/),
      expect.stringMatching(/,2026-04-05,Receipt,RCT\/26\/\d{4},,EUR,0.00,4.00,6.00$/),
    ]);
    query.set('format', 'xlsx');
    const sheet = await admin.inject({ url: `/api/v1/client-ledgers/export?${query.toString()}` });
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  it('is summed once for an export of many pages, which carries the balance from page to page', async () => {
    const fixture = await openBillingFixture(api, admin);
    for (const day of ['01', '02', '03', '04', '05', '06', '07'])
      await fixture.issued(1000, { issueDate: `2026-03-${day}`, dueDate: '2026-03-31' });
    await admin.call(receipts.create, fixture.receipt(1500, { receiptDate: '2026-03-03', withheld: 200 }));
    const database = openDatabase(api.urls.app, { warn: () => undefined });
    const seen = watchStatements(database.pool);
    const user = { scope: 'all' } as CurrentUser;
    const query = { ...ledgerOf(fixture), from: '2026-03-02' };
    const head = await ledgerHead(database.db, user, query);
    const read = exportedLines(database.db, head, query, 3);
    const pages = [await read(undefined)];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await read(next));
    await database.close();

    expect(pages.length).toBeGreaterThan(2);
    const [opening, ...lines] = pages.flatMap(({ rows }) => rows);
    expect(opening).toMatchObject({ kind: 'opening', balance: 1000 });
    const { rows } = await admin.call(clientLedgers.open, query);
    expect(lines).toEqual(rows);
    const ofLedger = seen.filter(({ text }) => text.includes('journal_line'));
    expect(ofLedger).toHaveLength(1 + pages.length);
    expect(ofLedger.filter(({ text }) => /sum\(amount\)/.test(text))).toHaveLength(1);
  });

  it('prints as a statement', async () => {
    const fixture = await openBillingFixture(api, admin);
    await fixture.issued(1000);
    await admin.call(receipts.create, fixture.receipt(400, { withheld: 100 }));
    const query = new URLSearchParams(ledgerOf(fixture)).toString();
    const file = await admin.inject({ url: `/api/v1/client-ledgers/pdf?${query}` });
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="statement-2026-10-31.pdf"',
    });
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const own = await api.as({ userType: 'crm', keys: ['reports.client_ledgers'], scope: 'own' });
    expect((await own.inject({ url: `/api/v1/client-ledgers/pdf?${query}` })).statusCode).toBe(404);
  });

  it('is not printed as a statement of more than 3,000 lines, and the refusal says what to do instead', async () => {
    const fixture = await openBillingFixture(api, admin);
    await api.ownerPool.query(
      `with entry as (
         insert into journal_entry (id, entity_id, entry_date, source_type, source_id)
         select gen_random_uuid(), $1, '2026-01-01', 'deposit', gen_random_uuid() from generate_series(1, 3001)
         returning id, entity_id, entry_date)
       insert into journal_line (entry_id, no, entity_id, entry_date, account_id, client_id, currency, debit, credit, base_debit, base_credit)
       select entry.id, side.no, entry.entity_id, entry.entry_date, account.id, side.client_id, $3, debit, credit, debit, credit
       from entry cross join (values (1, 'receivable', $2::uuid, 100, 0), (2, 'rounding', null, 0, 100))
         as side (no, system_key, client_id, debit, credit)
       join ledger_account account on account.system_key = side.system_key`,
      [fixture.entityId, fixture.clientId, ledgerOf(fixture).currency],
    );
    const query = new URLSearchParams(ledgerOf(fixture)).toString();
    const answer = await admin.inject({ url: `/api/v1/client-ledgers/pdf?${query}` });
    expect(answer.json()).toMatchObject({
      code: 'STATEMENT_TOO_LONG',
      message: 'A statement can have at most 3000 lines. Choose a later first day, or export the ledger.',
      errors: { from: [{ code: 'STATEMENT_TOO_LONG', params: { maximum: 3000 } }] },
    });
  });

  it('is refused without the permission, outside the scope, and with invalid filters', async () => {
    const fixture = await openBillingFixture(api, admin);
    await fixture.issued(1000);
    const query = ledgerOf(fixture);
    const other = await api.as({ keys: allBut('reports.client_ledgers') });
    expect(await other.refused(clientLedgers.open, query)).toMatchObject({ httpStatus: 403 });
    const own = await api.as({ userType: 'crm', keys: ['reports.client_ledgers'], scope: 'own' });
    expect(await own.refused(clientLedgers.open, query)).toMatchObject({ code: 'NOT_FOUND' });
    expect(
      await own.refused(clientLedgers.find, { clientId: fixture.clientId, asOf: query.asOf }),
    ).toMatchObject({
      code: 'NOT_FOUND',
    });
    const csv = await own.inject({
      url: `/api/v1/client-ledgers/export?${new URLSearchParams({ ...query, format: 'csv' }).toString()}`,
    });
    expect(csv.statusCode).toBe(404);
    expect(await admin.refused(clientLedgers.open, { ...query, entityId: uuidv7() })).toMatchObject({
      code: 'NOT_FOUND',
    });
    const backwards = await admin.refused(clientLedgers.open, { ...query, from: '2026-11-01' });
    expect(backwards.errors).toMatchObject({ asOf: [{ code: 'DATE_ORDER' }] });
    const future = await admin.refused(clientLedgers.open, { ...query, asOf: '2199-01-01' });
    expect(future.errors).toMatchObject({ asOf: [{ code: 'DATE_FUTURE' }] });
    const badCursor = await admin.refused(clientLedgers.open, { ...query, cursor: 'x' });
    expect(badCursor.errors).toMatchObject({ cursor: [{ code: 'WRONG_FORMAT' }] });
  });
});
