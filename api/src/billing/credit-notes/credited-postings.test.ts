import { uuidv7 } from 'uuidv7';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { openBillingFixture, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { makeTaxCode } from '../../../test/fixtures/masters.ts';
import { earnedBy, placesOfIncome } from '../../../test/fixtures/several-accounts.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let serviceIds: string[];
let taxCodeId: string;

beforeAll(async () => {
  ({ api, admin } = await startBilling({ userType: 'super_admin' }));
  serviceIds = await placesOfIncome(api, admin, ['4010', '4020', '4030']);
  taxCodeId = await makeTaxCode(api.db, { code: uuidv7(), rate: '20' });
});
beforeEach(async () => {
  fixture = await openBillingFixture(api, admin);
});
afterEach(async () => expect(await findBookFaults(api.db)).toEqual([]));
afterAll(() => api.stop());

const [audit, tax, payroll] = ['4010, Department 4010', '4020, Department 4020', '4030, Department 4030'];

/** An invoice with a fee for each price, each of another account and department. */
const invoiceOf = (prices: readonly string[], more: object = {}): Promise<Invoice> =>
  fixture.issued(0, {
    lines: prices.map((unitPrice, index) => ({
      description: 'Advice',
      qty: '1',
      unitPrice,
      taxCodeId,
      serviceId: serviceIds[index],
    })),
    ...more,
  });

/** The id of the only charge or allowance of an invoice. */
const adjustmentOf = async ({ id }: Invoice): Promise<string> =>
  (await api.ownerPool.query<{ id: string }>('select id from invoice_adjustment where invoice_id = $1', [id]))
    .rows[0]?.id ?? '';

const draftOf = (invoiceLineId: string, amount: number) => ({
  ...creditOf(fixture, []),
  lines: [{ invoiceLineId, amount }],
});
const credit = async (invoiceLineId: string, amount: number) =>
  issuedCredit(admin, draftOf(invoiceLineId, amount));
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const charged = () =>
  invoiceOf(['10', '10', '10'], { adjustments: [{ kind: 'charge', amount: 100, taxCodeId }] });

describe('a charge spread over three accounts', () => {
  it('is given back in ten parts that together are what was posted, and evenly on the way', async () => {
    const invoice = await charged();
    expect(await earnedBy(api, [invoice.id])).toEqual({ [audit]: 1034, [tax]: 1033, [payroll]: 1033 });
    const charge = await adjustmentOf(invoice);
    const parts = [];
    const took = [];
    for (let part = 0; part < 10; part += 1) {
      parts.push(await credit(charge, 10));
      took.push(await earnedBy(api, idsOf(parts)));
    }
    expect(took[2]).toEqual({ [audit]: -10, [tax]: -10, [payroll]: -10 });
    expect(await earnedBy(api, idsOf(parts))).toEqual({ [audit]: -34, [tax]: -33, [payroll]: -33 });
    for (const line of invoice.lines) parts.push(await credit(line.id, 1000));
    expect(await earnedBy(api, [invoice.id, ...idsOf(parts)])).toEqual({});
  });

  it('is given back exactly after voids in any order, and no void gives an account more than it had', async () => {
    const invoice = await charged();
    const charge = await adjustmentOf(invoice);
    const parts = [];
    for (let part = 0; part < 4; part += 1) parts.push(await credit(charge, 1));
    for (const { id, version } of [parts[1], parts[0], parts[3]].flatMap((one) => one ?? []))
      await admin.call(creditNotes.void, { id, voidDate: '2026-04-06', reason: 'Wrong' }, { version });
    const left = await earnedBy(api, idsOf(parts));
    expect(Object.values(left)).toEqual([-1]);
    const rest = [await credit(charge, 50), await credit(charge, 49)];
    expect(await earnedBy(api, idsOf([...parts, ...rest]))).toEqual({
      [audit]: -34,
      [tax]: -33,
      [payroll]: -33,
    });
  });

  it('is given back exactly by credit notes that are issued at the same time', async () => {
    const invoice = await charged();
    const charge = await adjustmentOf(invoice);
    const drafts = [];
    for (const amount of [1, 1, 1, 47, 50])
      drafts.push(await admin.call(creditNotes.create, draftOf(charge, amount)));
    await Promise.all(drafts.map(({ id, version }) => admin.call(creditNotes.issue, { id }, { version })));
    expect(await earnedBy(api, idsOf(drafts))).toEqual({ [audit]: -34, [tax]: -33, [payroll]: -33 });
  });
});

it('a line gives back its part of an allowance of its rate where the allowance was posted', async () => {
  const free = { description: 'Advice', qty: '1', unitPrice: '100', taxCodeId: fixture.taxCodeId };
  const invoice = await fixture.issued(0, {
    lines: [
      { ...free, taxCodeId, serviceId: serviceIds[0] },
      { ...free, serviceId: serviceIds[1] },
    ],
    adjustments: [{ kind: 'allowance', amount: 1_001, taxCodeId }],
  });
  expect(await earnedBy(api, [invoice.id])).toEqual({ [audit]: 9_499, [tax]: 9_500 });
  const [first, second] = idsOf(invoice.lines);
  const notes = [await credit(first ?? '', 4_000), await credit(first ?? '', 4_999)];
  expect(await earnedBy(api, idsOf(notes))).toEqual({ [audit]: -9_499, [tax]: 500 });
  notes.push(await credit(second ?? '', 10_000));
  expect(await earnedBy(api, [invoice.id, ...idsOf(notes)])).toEqual({});
});

it('a line whose price includes tax gives back its net to the cent, though each part rounds its tax', async () => {
  const invoice = await invoiceOf(['1', '1'], { pricesIncludeTax: true });
  const [line] = invoice.lines;
  expect(line).toMatchObject({ net: 83, tax: 17 });
  const halves = [await credit(line?.id ?? '', 50), await credit(line?.id ?? '', 50)];
  expect(halves.map(({ net }) => net)).toEqual([42, 41]);
  expect(await earnedBy(api, idsOf(halves))).toEqual({ [audit]: -83 });
});

/** Runs statements as the application's role. Returns the message of the refusal. */
async function refusalOf(
  ...statements: readonly (readonly [sql: string, values: readonly unknown[]])[]
): Promise<string> {
  const client = await api.appPool.connect();
  try {
    await client.query('begin');
    for (const [sql, values] of statements) await client.query(sql, [...values]);
    await client.query('commit');
    return 'none';
  } catch (error) {
    await client.query('rollback');
    return (error as Error).message;
  } finally {
    client.release();
  }
}

const accountOf = (code: string) => `(select id from ledger_account where code = '${code}')`;
const departmentOf = (code: string) => `(select id from department where name = 'Department ${code}')`;
const postedTo = (
  code: string,
) => `insert into creditable_posting (line_id, no, account_id, department_id, amount, base)
  values ($1, 1, ${accountOf(code)}, ${departmentOf(code)}, 1000, 1000)`;

const issue = `update credit_note set number = 'X', seq = 1, fy = '2026', supplier = bill_to, issued_at = now() where id = $1`;
const takes = (
  code: string,
  no: number,
) => `insert into credit_note_posting (line_id, no, account_id, department_id, amount, base)
  select id, ${no}, ${accountOf(code)}, ${departmentOf(code)}, $2::bigint, $2 from credit_note_line where credit_note_id = $1`;

it('a line in another currency leaves nothing behind in the base currency either', async () => {
  const invoice = await invoiceOf(['1', '1', '1'], {
    currency: 'USD',
    fxRate: '0.8712345',
    adjustments: [{ kind: 'charge', amount: 100, taxCodeId }],
  });
  const lineIds = [...idsOf(invoice.lines), await adjustmentOf(invoice)];
  const notes = [];
  for (const invoiceLineId of lineIds) {
    for (const amount of [33, 33, 34])
      notes.push(await issuedCredit(admin, { ...draftOf(invoiceLineId, amount), currency: 'USD' }));
  }
  const { rows } = await api.ownerPool.query(
    `select account.code, line.department_id, sum(base_debit - base_credit)::int as base
     from journal_line line join journal_entry entry on entry.id = line.entry_id
       join ledger_account account on account.id = line.account_id
     where entry.source_id = any ($1) and account.type = 'income' group by 1, 2`,
    [[invoice.id, ...idsOf(notes)]],
  );
  expect(rows).toHaveLength(3);
  expect(rows.filter(({ base }: { base: number }) => base !== 0)).toEqual([]);
});

describe('the database', () => {
  it('refuses a credit note that takes back other than is left of each account', async () => {
    const charge = await adjustmentOf(await charged());
    await credit(charge, 10);
    const { id } = await admin.call(creditNotes.create, draftOf(charge, 5));
    const { id: all } = await admin.call(creditNotes.create, draftOf(charge, 90));
    expect(await refusalOf([issue, [id]])).toContain('must say what they take back');
    expect(await refusalOf([takes('4010', 1), [id, 4]], [issue, [id]])).toContain(
      'must say what they take back',
    );
    const beyond = 'cannot take back more of an account than is left';
    expect(
      await refusalOf([takes('4010', 1), [id, 6]], [takes('4020', 2), [id, -1]], [issue, [id]]),
    ).toContain(beyond);
    expect(await refusalOf([takes('4010', 1), [all, 90]], [issue, [all]])).toContain(beyond);
    // Within all limits, but its number was not drawn from the series.
    expect(await refusalOf([takes('4010', 1), [id, 5]], [issue, [id]])).toContain('has a number');
  });

  it('refuses to change what an issued credit note takes back, and a posting of it elsewhere', async () => {
    const invoice = await charged();
    const note = await credit(await adjustmentOf(invoice), 10);
    const line = note.lines[0]?.id;
    const changed = 'update credit_note_posting set amount = amount + 1 where line_id = $1';
    expect(await refusalOf([changed, [line]])).toContain('cannot be changed');
    expect(await refusalOf(['delete from credit_note_posting where line_id = $1', [line]])).toContain(
      'cannot be changed',
    );
    expect(await refusalOf([takes('4010', 9), [note.id, 1]])).toContain('takes nothing more back');
    for (const source of ['credit_note', 'void']) {
      const entry = uuidv7();
      const entered = `insert into journal_entry (id, entity_id, entry_date, source_type, source_id)
        select $1, entity_id, issue_date, '${source}', id from credit_note where id = $2`;
      const moved = `insert into journal_line (entry_id, no, entity_id, entry_date, account_id, department_id, currency,
          debit, credit, base_debit, base_credit)
        select $1, no, entity_id, issue_date, account, department, currency, debit, credit, debit, credit
        from credit_note cross join (values (1, ${accountOf('4010')}, ${departmentOf('4010')}, 1, 0),
          (2, ${accountOf('4020')}, ${departmentOf('4020')}, 0, 1)) as side (no, account, department, debit, credit)
        where id = $2`;
      expect(await refusalOf([entered, [entry, note.id]], [moved, [entry, note.id]])).toContain(
        'must post to the accounts and departments of its lines',
      );
    }
  });

  it('refuses to say that an invoice posted otherwise than it did', async () => {
    const invoice = await invoiceOf(['10']);
    const [line] = invoice.lines;
    const stored = 'insert into creditable_line (id, invoice_id, amount, net) values ($1, $2, 1000, 1000)';
    const all = (code: string) =>
      [
        [stored, [line?.id, invoice.id]],
        [postedTo(code), [line?.id]],
      ] as const;
    expect(await refusalOf(...all('4020'))).toContain('differ from what it posted');
    expect(await refusalOf(...all('4010'))).toBe('none');
    const changed = 'update creditable_posting set amount = 999 where line_id = $1';
    expect(await refusalOf([changed, [line?.id]])).toContain('cannot be changed');
    const note = await credit(line?.id ?? '', 1_000);
    expect(await earnedBy(api, [invoice.id, note.id])).toEqual({});
  });
});
