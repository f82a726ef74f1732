import { uuidv7 } from 'uuidv7';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { makeEntity, makeClient, makeTaxCode } from '../../test/fixtures/masters.ts';
import { openSeriesFixture } from '../../test/fixtures/series-fixture.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { makersOf } from '../start-series.ts';
import { findNextDays } from '../recurrence/find-next-days.ts';
import { runSeries } from '../recurrence/run-series.ts';

let api: TestApi;
let issued: Invoice;
let entityId: string;
let admin: Caller;
let clientId: string;
let taxCodeId: string;

const audit = () => ({
  entityId,
  clientId,
  issueDate: '2026-01-15',
  dueDate: '2026-02-14',
  currency: 'EUR',
  docLocale: 'en' as const,
  lines: [{ description: 'Audit', qty: '1', unitPrice: '100', taxCodeId }],
});

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  entityId = await makeEntity(api.db);
  clientId = await makeClient(api.db, { entityId, crmId: admin.id });
  taxCodeId = await makeTaxCode(api.db, { code: 'V20', rate: '20' });
  const made = await admin.call(invoices.create, audit());
  issued = await admin.call(invoices.issue, { id: made.id }, { version: 1 });
});
afterAll(() => api.stop());

/** The SQLSTATE of the refusal of a statement under the application's role; null when it succeeded. */
async function refusalOf(...statements: string[]): Promise<string | null> {
  const client = await api.appPool.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
    return null;
  } catch (error) {
    await client.query('rollback');
    return (error as { code: string }).code;
  } finally {
    client.release();
  }
}

const snapshot = async () => {
  const tables = [
    'invoice',
    'invoice_line',
    'invoice_state',
    'journal_entry',
    'journal_line',
    'document_number',
    'number_series',
    'audit_event',
  ];
  const parts = await Promise.all(
    tables.map((table) =>
      api.ownerPool.query<{ all: unknown }>(`select jsonb_agg(t order by t::text) as all from ${table} t`),
    ),
  );
  return parts.map(({ rows }) => rows[0]?.all);
};

const account = (key: string) => `(select id from ledger_account where system_key = '${key}')`;
const header = (id: string, source = 'journal', sourceId = id) =>
  `insert into journal_entry (id, entity_id, entry_date, source_type, source_id)
   values ('${id}', '${entityId}', '2026-01-01', '${source}', '${sourceId}')`;
const line = (id: string, no: number, key: string, debit: number, credit: number, client = '') =>
  `insert into journal_line (entry_id, no, entity_id, entry_date, account_id, currency, debit, credit, base_debit, base_credit, client_id)
   values ('${id}', ${no}, '${entityId}', '2026-01-01', ${account(key)}, 'EUR', ${debit}, ${credit}, ${debit}, ${credit},
     nullif('${client}', '')::uuid)`;

/** The line of a posting, for a department. */
const ofAudit = (statement: string) =>
  statement
    .replace('client_id)', 'client_id, department_id)')
    .replace('::uuid)', '::uuid, (select id from department limit 1))');

const dayRate = (from: string, to: string, value = '1') =>
  `insert into exchange_rate (id, from_currency, to_currency, rate_date, rate)
    values (gen_random_uuid(), '${from}', '${to}', '2026-01-01', ${value})`;

describe('the application’s own role', () => {
  it('cannot change issued documents, postings or the audit log, nor disable a law', async () => {
    const before = await snapshot();
    const id = issued.id;
    const statements: [string, string | RegExp][] = [
      [`update invoice set total = 1 where id = '${id}'`, 'DB001'],
      [`update invoice set client_id = client_id, notes = 'x' where id = '${id}'`, 'DB001'],
      [`delete from invoice where id = '${id}'`, 'DB001'],
      [`update invoice_line set net = 1 where invoice_id = '${id}'`, 'DB001'],
      [`delete from invoice_line where invoice_id = '${id}'`, 'DB001'],
      [
        `insert into invoice_line (id, invoice_id, no, description, qty, unit_price, tax_code_id, category, rate, amount, net, tax)
         select gen_random_uuid(), invoice_id, 99, 'more', 1, 1, tax_code_id, category, rate, 1, 1, 0 from invoice_line where invoice_id = '${id}'`,
        'DB001',
      ],
      [`update invoice_line set invoice_id = '${uuidv7()}' where invoice_id = '${id}'`, 'DB001'],
      [`update invoice_state set paid = payable where invoice_id = '${id}'`, '42501'],
      [`update invoice_state set outstanding = 0 where invoice_id = '${id}'`, '23514'],
      [`delete from invoice_state where invoice_id = '${id}'`, '42501'],
      [`truncate invoice cascade`, '42501'],
      [`alter table invoice disable trigger all`, '42501'],
      [`drop trigger invoice_frozen on invoice`, '42501'],
      [`set session_replication_role = replica`, '42501'],
      [`update journal_line set debit = 1`, '42501'],
      [`delete from journal_entry`, '42501'],
      [`truncate journal_line`, '42501'],
      [`update number_series set next_seq = 100`, '42501'],
      [
        `insert into document_number values ('${entityId}', 'tax_invoice', '2026', 9, 'INV/26/0009', '${uuidv7()}')`,
        '42501',
      ],
      [`delete from document_number`, '42501'],
      [`update audit_event set body = '{}'`, '42501'],
      [`delete from audit_seal`, '42501'],
      [`create table mine (id int)`, '42501'],
      [`create role other`, '42501'],
      [`select pg_read_file('/etc/passwd')`, '42501'],
      [`copy invoice to program 'cat'`, '42501'],
    ];
    for (const [statement, code] of statements) {
      expect({ statement, code: await refusalOf(statement) }).toEqual({ statement, code });
    }
    expect(await snapshot()).toEqual(before);
  });

  it('cannot post an entry that does not balance, has one line, or gains one later', async () => {
    const before = await snapshot();
    for (let cents = 1; cents <= 600; cents += 1) {
      const id = uuidv7();
      const off = cents % 3 === 0 ? [] : [line(id, 2, 'income', 0, 1_000 + (cents % 2 ? cents : -cents))];
      expect(await refusalOf(header(id), line(id, 1, 'bank', 1_000, 0), ...off)).toBe('DB004');
    }
    expect(await refusalOf(header(uuidv7()))).toBe('DB004');
    const posted = await api.appPool.query<{ id: string }>('select id from journal_entry limit 1');
    expect(await refusalOf(line(posted.rows[0]?.id ?? '', 90, 'bank', 5, 0))).toBe('DB001');
    expect(await snapshot()).toEqual(before);
  });

  it('cannot post a client’s money to an account without clients, or leave the client out', async () => {
    const id = uuidv7();
    const lines = [line(id, 1, 'receivable', 5, 0), line(id, 2, 'income', 0, 5)];
    expect(await refusalOf(header(id, 'invoice'), ...lines)).toBe('23514');
  });

  it.each([
    'receivable',
    'client_advance',
    'output_tax_on_advance.VAT',
    'withholding_receivable',
    'cheques_in_hand',
    'client_reimbursable',
  ])('cannot touch the control account %s with a manual journal', async (key) => {
    const id = uuidv7();
    expect(await refusalOf(header(id), line(id, 1, key, 5, 0), line(id, 2, 'income', 0, 5))).toBe('DB101');
  });

  it('cannot post to an inactive account, change what documents post to, or give an account a key', async () => {
    const of = `where code = '5460'`;
    expect(await refusalOf(`update ledger_account set active = false ${of}`)).toBeNull();
    const id = uuidv7();
    const inactive = line(id, 1, 'bank', 5, 0).replace(
      account('bank'),
      `(select id from ledger_account ${of})`,
    );
    expect(await refusalOf(header(id), inactive, line(id, 2, 'income', 0, 5))).toBe('DB104');
    await api.ownerPool.query(`update ledger_account set active = true ${of}`);
    const statements: [string, string][] = [
      [`update ledger_account set name = 'Debtors' where system_key = 'receivable'`, 'DB001'],
      [`update ledger_account set active = false where system_key = 'income'`, 'DB001'],
      [`update ledger_account set kept_by_documents = false`, '42501'],
      [`update ledger_account set system_key = 'x' ${of}`, '42501'],
      [
        `insert into ledger_account (code, name, type, system_key) values ('9000', 'Mine', 'asset', 'mine')`,
        '42501',
      ],
      [`insert into ledger_account (code, name, type) values ('5460', 'Twice', 'asset')`, '23505'],
      [`delete from ledger_account ${of}`, '42501'],
    ];
    for (const [statement, code] of statements)
      expect([statement, await refusalOf(statement)]).toEqual([statement, code]);
  });

  it('cannot issue an invoice that is posted to another account than that of its line', async () => {
    const draft = await admin.call(invoices.create, audit());
    const issueTo = (income: string): Promise<string | null> => {
      const entry = uuidv7();
      return refusalOf(
        header(entry, 'invoice', draft.id),
        line(entry, 1, 'receivable', draft.total, 0, clientId),
        line(entry, 2, income, 0, draft.net),
        line(entry, 3, 'output_tax.VAT', 0, draft.tax),
        `update invoice set issued_at = now(), number = taken_number, seq = taken_seq, fy = '2026', supplier = bill_to
         from take_number('${entityId}', 'tax_invoice', '2026', '${draft.id}', '2026-01-15', 'INV/26/', 4, '', false)
         where id = '${draft.id}'`,
      );
    };
    expect(await issueTo('rounding')).toBe('DB006');
    expect(await issueTo('bank_charge')).toBe('DB006');
    expect(await issueTo('income')).toBeNull();
  });

  it('cannot post to a department except income and expenses', async () => {
    await api.ownerPool.query(`insert into department (id, name) values (gen_random_uuid(), 'Audit')`);
    const id = uuidv7();
    const [bank, income] = [line(id, 1, 'bank', 5, 0), line(id, 2, 'income', 0, 5)];
    expect(await refusalOf(header(id, 'deposit'), ofAudit(bank), income)).toBe('23514');
    expect(await refusalOf(header(id, 'deposit'), bank, ofAudit(income))).toBeNull();
  });

  it.each(['staff_payable', 'staff_advance', 'staff_cash'])(
    'cannot store %s without a person, nor touch it with a manual journal',
    async (key) => {
      const id = uuidv7();
      const lines = [line(id, 1, 'bank', 5, 0), line(id, 2, key, 0, 5)];
      expect(await refusalOf(header(id, 'staff'), ...lines)).toBe('23514');
      expect(await refusalOf(header(id), ...lines)).toBe('DB101');
    },
  );

  it('cannot store two rates for a day, or a rate of a currency in itself', async () => {
    expect(await refusalOf(dayRate('USD', 'EUR'), dayRate('EUR', 'USD'))).toBeNull();
    expect(await refusalOf(dayRate('USD', 'EUR'), dayRate('USD', 'EUR'))).toBe('23505');
    expect(await refusalOf(dayRate('USD', 'USD'))).toBe('23514');
    expect(await refusalOf(dayRate('USD', 'EUR', '0'))).toBe('23514');
  });

  it('cannot change a withholding rate that was in force, nor the way its code counts', async () => {
    const code = uuidv7();
    const made = [
      `insert into withholding_code (id, section, name, currency, base, counting, round_to, round_dir)
        values ('${code}', '194J', 'Fees', 'EUR', 'net', 'year', 'minor', 'nearest')`,
      `insert into withholding_rate (withholding_code_id, valid_from, rate) values ('${code}', '2020-01-01', 10), ('${code}', '2199-01-01', 5)`,
      `update client set withholding_code_id = '${code}'`,
    ];
    expect(await refusalOf(...made)).toBeNull();
    const rate = (tiers: string) =>
      `insert into withholding_rate (withholding_code_id, valid_from, rate, tiers) values ('${code}', '2021-01-01', 10, '${tiers}')`;
    const statements: [string, string | null][] = [
      [`update withholding_rate set rate = 9`, 'DB021'],
      [`delete from withholding_rate where valid_from = '2020-01-01'`, 'DB021'],
      [`delete from withholding_rate where valid_from = '2199-01-01'`, null],
      [`update withholding_code set base = 'gross'`, 'DB021'],
      [`update withholding_code set section = '393(1)'`, null],
      [`delete from withholding_code`, '23503'],
      [rate('[{"above": 10, "rate": 20}, {"above": 10, "rate": 30}]'), '23514'],
      [rate('[{"above": 10, "rate": 101}]'), '23514'],
      [rate('[{"above": 10}]'), '23514'],
      [rate('[{"above": 10, "rate": 20}, {"above": 11, "rate": 30}]'), null],
    ];
    for (const [statement, refusal] of statements) {
      expect({ statement, refusal: await refusalOf(statement) }).toEqual({ statement, refusal });
    }
  });

  it('cannot create a document of a series twice for a day, delete it, or delete its record', async () => {
    const fixture = await openSeriesFixture(api.db);
    const id = await fixture.task({
      rrule: 'FREQ=DAILY',
      startsOn: '2024-01-01',
      ends: 'count',
      endsAfter: 1,
    });
    const clock = '2024-01-01T12:00:00Z';
    await findNextDays(api.db, clock);
    await runSeries(api.db, { makers: makersOf(false), log: { warn: () => undefined }, clock });
    const again = (day: string) =>
      `insert into task (id, no, title, client_id, due_on, series_id, nominal_on)
       select gen_random_uuid(), 'T-' || gen_random_uuid(), title, client_id, due_on, series_id, '${day}' from task where series_id = '${id}'`;
    expect(await refusalOf(again('2024-01-01'))).toBe('23505');
    // A day without a run.
    expect(await refusalOf(again('2024-01-02'))).toBe('23503');
    const run = `series_run where series_id = '${id}'`;
    expect(
      await refusalOf(`update series_run set status = 'skipped', reason = 'x' where series_id = '${id}'`),
    ).toBe('DB001');
    expect(await refusalOf(`delete from ${run}`)).toBe('DB091');
    expect(await refusalOf(`delete from series where id = '${id}'`)).toBe('DB091');
    expect(await refusalOf(`update series set status = 'active' where id = '${id}'`)).toBe('DB001');
  });

  it('cannot take a number without its document, nor issue a document without taking its number', async () => {
    const before = await snapshot();
    const ghost = uuidv7();
    const taken = `select * from take_number('${entityId}', 'tax_invoice', '2026', '${ghost}', '2026-01-16', 'INV/26/', 4, '', false)`;
    expect(await refusalOf(taken)).toBe('DB006');
    const copy = uuidv7();
    const draft = `insert into invoice (id, doc_kind, entity_id, client_id, issue_date, due_date, currency, doc_locale, bill_to, rounding_mode, rounding_dir, round_total_to)
      select '${copy}', doc_kind, entity_id, client_id, issue_date, due_date, currency, doc_locale, bill_to, rounding_mode, rounding_dir, round_total_to from invoice where id = '${issued.id}'`;
    const unnumbered = `update invoice set issued_at = now(), number = 'INV/26/0007', seq = 7, fy = '2026', supplier = bill_to where id = '${copy}'`;
    expect(await refusalOf(draft, unnumbered)).toBe('DB006');
    expect(await snapshot()).toEqual(before);
  });
});
