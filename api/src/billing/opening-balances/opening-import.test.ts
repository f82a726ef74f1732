import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { findBookFaults } from '../../books/book-findings.ts';
import { entryOf, openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { eventually } from '../../../test/installation.ts';
import { cutOverOn, openOpeningFixture } from '../../../test/fixtures/opening-fixture.ts';
import type { OpeningFixture } from '../../../test/fixtures/opening-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { waitsForLock } from '../../../test/waits-for-lock.ts';

let api: TestApi;
let admin: Caller;
let { fixture, row, bring, standing, idOf, ledger, refused, count } = {} as OpeningFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  ({ fixture, row, bring, standing, idOf, ledger, refused, count } = await openOpeningFixture(api, admin));
});
afterAll(() => api.stop());
const entries = () => count('select count(*) from journal_entry where entity_id = $1', fixture.entityId);

/** The same rows on each call. */
const file = () => [row('A-1', '100'), row('A-2', '-40'), row('A-3', '7.50', { dueDate: '' })];

/** The code with which the database refuses a transaction of the application's role. */
const tried = async (...statements: string[]): Promise<string | undefined> => {
  const client = await api.appPool.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
    return undefined;
  } catch (error) {
    await client.query('rollback');
    return (error as { code: string }).code;
  } finally {
    client.release();
  }
};

describe('a repeated import', () => {
  it('changes nothing, even if the client’s payment terms have changed', async () => {
    await bring(file());
    const posted = await entries();
    await api.ownerPool.query('update client set payment_terms_days = 60 where id = $1', [fixture.clientId]);
    expect(await bring(file())).toEqual({ created: 0, changed: 0, same: 3, left: 0 });
    expect(await entries()).toBe(posted);
  });

  it('reverses the rows that differ and posts them anew, on the cut-over date', async () => {
    await bring(file());
    const was = await idOf('A-1');
    expect(
      await bring([row('a-1', '120'), row('A-2', '15'), row('A-3', '7.50', { dueDate: '2026-02-20' })]),
    ).toEqual({ created: 0, changed: 3, same: 0, left: 0 });
    expect(await entryOf(api, was)).toEqual({ receivable: 0, opening_equity: 0 });
    expect(await admin.call(invoices.open, { id: was })).toMatchObject({ status: 'void', outstanding: 0 });
    const shown = (await standing()).map(({ number, kind, amount, dueDate }) => [
      number,
      kind,
      amount,
      dueDate,
    ]);
    expect(shown.toSorted((a, b) => String(a[0]).localeCompare(String(b[0]), 'en'))).toEqual([
      ['a-1', 'invoice', 12_000, '2026-02-14'],
      ['A-2', 'invoice', 1_500, '2026-02-14'],
      ['A-3', 'invoice', 750, '2026-02-20'],
    ]);
    const { rows } = await ledger();
    expect(new Set(rows.map(({ date }) => date))).toEqual(new Set([cutOverOn]));
    expect(rows.at(-1)?.balance).toBe(14_250);
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('leaves documents as they are that are settled, or were settled for a time', async () => {
    await bring(file());
    const invoiceId = await idOf('A-1');
    const paid = await admin.call(receipts.create, {
      ...fixture.receipt(10_000),
      allocations: [{ invoiceId, amount: 10_000 }],
    });
    const settled = { 'rows.0.amount': [{ code: 'OPENING_SETTLED' }] };
    expect((await refused([row('A-1', '120')])).errors).toEqual(settled);
    const allocationId = paid.allocations[0]?.id ?? '';
    await admin.call(receipts.unallocate, { id: paid.id, allocationId, date: '2026-05-01' });
    expect((await refused([row('A-1', '120')])).errors).toEqual(settled);
    expect(await bring(file())).toMatchObject({ same: 3 });
  });

  it('run twice at once creates each document once', async () => {
    const many = Array.from({ length: 12 }, (_, index) => row(`N-${index}`, `${index + 1}`));
    const answers = await Promise.all([bring(many), bring(many.toReversed()), bring(many)]);
    expect(answers.map(({ created }) => created).toSorted((a, b) => a - b)).toEqual([0, 0, 12]);
    expect(await standing()).toHaveLength(12);
    expect(await entries()).toBe(12);
  });

  it('creates all documents or none, wherever it fails', async () => {
    const many = Array.from({ length: 40 }, (_, index) => row(`N-${index}`, '10'));
    // The last row fails in the ledger, after everything before it was written.
    await api.ownerPool.query(`
      create function break_late() returns trigger language plpgsql as $$
      begin if new.number = 'N-39' then raise exception 'power cut' using errcode = '57P01'; end if; return new; end $$;
      create trigger zz_break_late before update on invoice for each row execute function break_late()`);
    try {
      expect((await refused(many)).code).toBe('UNAVAILABLE');
    } finally {
      await api.ownerPool.query('drop function break_late cascade');
    }
    expect([await standing(), await entries()]).toEqual([[], 0]);
    expect(await bring(many)).toMatchObject({ created: 40 });
  });
});

describe('wrong rows', () => {
  it('have errors on their columns, and stop the import unless they are left out', async () => {
    const rows = [
      row('A-1', '100'),
      row('A-2', '1.234', { client: 'Nobody', date: '31/03/2026' }),
      row('A-3', '1.234', { date: '31/03/2026' }),
      row('A-4', '', { date: '2026-04-01', dueDate: '2026-03-01' }),
      row('a-1', '5', { currency: 'XXX' }),
      row('A-5', '5', { currency: 'USD' }),
      row('A-6', '1e3', { fxRate: '2' }),
    ];
    const faults = {
      'rows.1.client': 'REFERENCE_UNKNOWN',
      'rows.2.date': 'DATE_INVALID',
      'rows.2.amount': 'TOO_FINE',
      'rows.3.date': 'DATE_AFTER_CUT_OVER',
      'rows.3.dueDate': 'DATE_BEFORE_ISSUE',
      'rows.3.amount': 'REQUIRED',
      'rows.4.number': 'TWICE',
      'rows.4.currency': 'CURRENCY_UNKNOWN',
      'rows.5.fxRate': 'REQUIRED',
      'rows.6.amount': 'WRONG_FORMAT',
      'rows.6.fxRate': 'FX_RATE_SAME_CURRENCY',
    };
    const { code: refusal, errors } = await refused(rows);
    expect(refusal).toBe('INPUT_INVALID');
    expect(Object.fromEntries(Object.entries(errors).map(([at, [one]]) => [at, one?.code]))).toEqual(faults);
    const preview = await admin.call(openingBalances.preview, { entityId: fixture.entityId, rows });
    expect(preview.rows.map(({ outcome }) => outcome)).toEqual(['new', ...Array(6).fill('wrong')]);
    expect(await bring(rows, { onlyValid: true })).toEqual({ created: 1, changed: 0, same: 0, left: 6 });
  });

  it('may name only clients within the scope, by a unique name', async () => {
    const twin = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id, name: 'Twin' });
    await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id, name: 'twin' });
    expect((await refused([row('A-1', '1', { client: 'TWIN' })])).errors).toEqual({
      'rows.0.client': [{ code: 'CLIENT_AMBIGUOUS' }],
    });
    const own = await api.as({ scope: 'own', keys: ['clients.import'] });
    expect((await refused([row('A-1', '1')], own)).errors).toEqual({
      'rows.0.client': [{ code: 'REFERENCE_UNKNOWN' }],
    });
    await api.ownerPool.query('update client set crm_id = $1 where id = $2', [own.id, twin]);
    expect(await bring([row('A-1', '1', { client: 'Twin' })], {}, own)).toMatchObject({ created: 1 });
  });

  it('are refused without a cut-over date, which cannot be in the future or change while anything is posted on it', async () => {
    const other = await openBillingFixture(api, admin);
    const early = { entityId: other.entityId, rows: [row('A-1', '1')] };
    expect((await admin.refused(openingBalances.bring, early)).errors).toEqual({
      entityId: [{ code: 'CUT_OVER_MISSING', params: {} }],
    });
    const future = { id: fixture.entityId, cutOverOn: '2199-01-01' };
    expect((await admin.refused(openingBalances.cutOver, future)).errors['cutOverOn']?.[0]?.code).toBe(
      'DATE_FUTURE',
    );
    await bring([row('A-1', '1')]);
    const move = { id: fixture.entityId, cutOverOn: '2026-04-30' };
    expect((await admin.refused(openingBalances.cutOver, move)).code).toBe('CUT_OVER_FIXED');
    await admin.call(openingBalances.takeBack, { id: await idOf('A-1'), reason: 'Wrong day' });
    expect(await admin.call(openingBalances.cutOver, move)).toMatchObject({ hasDocuments: false });
  });

  it('are refused with a cut-over date after the first posting, even one in progress', async () => {
    const other = await openBillingFixture(api, admin);
    await other.issued(1_000, { issueDate: '2026-03-10' });
    const at = (day: string) => ({ id: other.entityId, cutOverOn: day });
    expect(await admin.refused(openingBalances.cutOver, at('2026-03-11'))).toMatchObject({
      httpStatus: 409,
      errors: { cutOverOn: [{ code: 'CUT_OVER_AFTER_POSTINGS', params: { latest: '2026-03-10' } }] },
    });
    const posting = await api.ownerPool.connect();
    await posting.query('begin');
    await posting.query(
      `insert into journal_entry (id, entity_id, entry_date, source_type, source_id)
       values (gen_random_uuid(), $1, '2026-03-09', 'invoice', gen_random_uuid())`,
      [other.entityId],
    );
    const moved = admin.call(openingBalances.cutOver, at('2026-03-10'));
    try {
      await eventually(async () => {
        const { rowCount } = await api.ownerPool.query(waitsForLock);
        expect(rowCount).not.toBe(0);
      });
    } finally {
      await posting.query('rollback');
      posting.release();
    }
    expect(await moved).toMatchObject({ cutOverOn: '2026-03-10' });
  });

  it('are refused in a closed period', async () => {
    await admin.call(periodLocks.move, { id: fixture.entityId, lockedUntil: '2026-03-31', reason: null });
    expect(await refused([row('A-1', '1')])).toMatchObject({
      code: 'PERIOD_LOCKED',
      errors: { entityId: [{ code: 'PERIOD_LOCKED' }] },
    });
  });
});

describe('the database', () => {
  it('refuses an opening balance that is a duplicate, unposted, on another date, taxed or in a closed period', async () => {
    await bring([row('A-1', '100'), row('A-2', '-10')]);
    const [id, heldId] = [await idOf('A-1'), await idOf('A-2')];
    // The columns are listed by name, because one of them is generated.
    const { rows } = await api.ownerPool.query<{ names: string }>(
      `select string_agg(attname::text, ', ') as names from pg_attribute where attrelid = 'invoice'::regclass and attnum > 0
         and not attisdropped and attgenerated = ''`,
    );
    const names = rows[0]?.names ?? '';
    const insert = (values: object) =>
      `insert into invoice (${names}) select ${names
        .split(', ')
        .map((name) => `made.${name}`)
        .join(
          ', ',
        )} from invoice i, lateral jsonb_populate_record(i, '${JSON.stringify(values)}') as made where i.id = '${id}'`;
    const other = { id: '01890a5d-ac96-774b-bcce-b302099a8057', number: null, issued_at: null };
    const issue = `update invoice set number = 'A-9', issued_at = now() where id = '${other.id}'`;
    expect(await tried(insert(other))).toBe('DB006');
    expect(await tried(insert(other), issue)).toBe('DB006');
    expect(await tried(insert(other), issue.replace('A-9', 'a-1'))).toBe('23505');
    expect(await tried(insert({ ...other, tax: 5, net: 9_995 }))).toBe('23514');
    expect(await tried(insert({ ...other, opening_on: '2026-04-01' }), issue)).toBe('23514');
    expect(await tried(insert({ ...other, doc_kind: 'tax_invoice' }))).toBe('23514');
    expect(await tried(insert({ ...other, opening_on: null }))).toBe('23514');
    const voided = (day: string) =>
      `update invoice_state set status = 'void', outstanding = 0, void_date = '${day}' where invoice_id = '${id}'`;
    expect(await tried(voided('2026-04-02'))).toBe('DB001');
    expect(await tried(voided(cutOverOn))).toBe('DB006');
    await admin.call(openingBalances.lock, { entityId: fixture.entityId });
    expect(await tried(voided(cutOverOn))).toBe('DB070');
    expect(await tried(insert(other), issue)).toBe('DB070');
    const reversed = `update receipt_state set status = 'reversed', reversed_on = '${cutOverOn}' where receipt_id = '${heldId}'`;
    expect(await tried(reversed)).toBe('DB070');
    expect(await tried(`update client set opening_locked = false where id = '${fixture.clientId}'`)).toBe(
      '23514',
    );
    expect(await tried(`update billing_entity set cut_over_on = null where id = '${fixture.entityId}'`)).toBe(
      'DB071',
    );
  });
});
