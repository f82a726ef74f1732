import { uuidv7 } from 'uuidv7';
import { chartOfAccounts, journal, trialBalances } from '@daybook/contracts/billing/journal/journal';
import type { InputOf } from '@daybook/contracts/endpoint';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { openBillingFixture, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let departmentId: string;
const accounts = new Map<string, string>();

beforeAll(async () => {
  ({ api, admin } = await startBilling({ userType: 'super_admin' }));
  for (const { code, id } of (await admin.call(chartOfAccounts.list, {})).rows) accounts.set(code, id);
  departmentId = (await admin.call(departments.create, { name: 'Audit' })).id;
});
beforeEach(async () => {
  fixture = await openBillingFixture(api, admin);
});
afterAll(() => api.stop());

type Input = InputOf<typeof journal.create>;
const idOf = (code: string): string => accounts.get(code) ?? '';
const line = (code: string, sides: object) => ({ accountId: idOf(code), ...sides });
const accrual = (more: Partial<Input> = {}): Input => ({
  entityId: fixture.entityId,
  date: '2026-03-31',
  reason: 'Rent of March',
  lines: [line('5490', { debit: 50_000, departmentId }), line('1000', { credit: 50_000 })],
  ...more,
});
const balances = async (asOf = '2026-12-31') => {
  const query = { entityId: fixture.entityId, asOf, byDepartment: 'true' as const };
  const { rows } = await admin.call(trialBalances.open, query);
  return Object.fromEntries(
    rows.map(({ account, department, debit, credit }) => [
      [account.code, department?.label ?? ''].join(' ').trim(),
      debit - credit,
    ]),
  );
};
/** The refusals of a journal with these lines, by field. */
const errorsOf = async (lines: Input['lines']) =>
  (await admin.refused(journal.create, accrual({ lines }))).errors;
const faults = async () => (await findBookFaults(api.db)).map(({ rule }) => rule);

describe('a manual journal', () => {
  it('posts its lines with the reason, in the base currency and for departments', async () => {
    const posted = await admin.call(journal.create, accrual());
    expect(posted).toMatchObject({
      source: 'journal',
      reason: 'Rent of March',
      date: '2026-03-31',
      document: null,
      amount: 50_000,
      postedBy: expect.any(String) as string,
      lines: [
        {
          account: { code: '5490' },
          department: { label: 'Audit' },
          debit: 50_000,
          credit: 0,
          currency: 'EUR',
        },
        { account: { code: '1000' }, department: null, debit: 0, credit: 50_000 },
      ],
    });
    expect(await balances()).toEqual({ '1000': -50_000, '5490 Audit': 50_000 });
    const filter = { entityId: fixture.entityId, source: 'journal' as const };
    expect((await admin.call(journal.list, { filter })).rows).toMatchObject([{ id: posted.id }]);
    expect(await faults()).toEqual([]);
  });

  it('is reversed once by another entry with the opposite amounts', async () => {
    const posted = await admin.call(journal.create, accrual());
    const back = { id: posted.id, date: '2026-04-01', reason: 'Paid in April' };
    const reversal = await admin.call(journal.reverse, back);
    expect(reversal).toMatchObject({
      source: 'journal',
      reason: 'Paid in April',
      reversalOf: posted.id,
      lines: [
        { account: { code: '5490' }, department: { label: 'Audit' }, credit: 50_000 },
        { account: { code: '1000' }, debit: 50_000 },
      ],
    });
    expect(await balances('2026-03-31')).toEqual({ '1000': -50_000, '5490 Audit': 50_000 });
    expect(await balances()).toEqual({});
    expect(await admin.call(journal.open, { id: posted.id })).toMatchObject({ reversedBy: reversal.id });
    for (const id of [posted.id, reversal.id])
      expect(await admin.refused(journal.reverse, { ...back, id })).toMatchObject({
        code: 'STATE_NOT_ALLOWED',
      });
    expect(await faults()).toEqual([]);
  });

  it('is reversed once when two people reverse it at once', async () => {
    const { id } = await admin.call(journal.create, accrual());
    const back = { id, date: '2026-04-01', reason: 'Twice' };
    const answers = await Promise.allSettled([1, 2, 3].map(() => admin.call(journal.reverse, back)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balances()).toEqual({});
  });

  it('is posted once when the request is sent twice', async () => {
    const input = accrual();
    const first = await admin.call(journal.create, input, { key: 'one-journal' });
    expect(await admin.call(journal.create, input, { key: 'one-journal' })).toEqual(first);
    expect(await balances()).toMatchObject({ '1000': -50_000 });
  });

  it.each(['1015', '1020', '1100', '1200', '1300', '1400', '2100', '2110', '2400'])(
    'never touches the account %s, which documents keep',
    async (code) => {
      const lines = [line('1000', { debit: 100 }), line(code, { credit: 100 })];
      expect(await admin.refused(journal.create, accrual({ lines }))).toMatchObject({
        errors: { 'lines.1.accountId': [{ code: 'KEPT_BY_DOCUMENTS' }] },
      });
      expect(await balances()).toEqual({});
    },
  );

  it('is refused unless it balances and each line has one side, an account, and a department only for income and expenses', async () => {
    expect(await errorsOf([line('5490', { debit: 100 }), line('1000', { credit: 99 })])).toEqual({
      lines: [{ code: 'NOT_BALANCED' }],
    });
    const both = line('5490', { debit: 100, credit: 100 });
    expect(await errorsOf([both, line('1000', {})])).toEqual({
      'lines.0.credit': [{ code: 'ONE_SIDE' }],
      'lines.1.debit': [{ code: 'ONE_SIDE' }],
    });
    const nowhere = line('5490', { debit: 100, departmentId: fixture.entityId });
    expect(await errorsOf([nowhere, line('1000', { credit: 100 })])).toEqual({
      'lines.0.departmentId': [{ code: 'REFERENCE_UNKNOWN' }],
    });
    const closed = await admin.call(departments.create, { name: 'Closed' });
    await admin.call(departments.edit, { id: closed.id, name: 'Closed', active: false }, { version: 1 });
    expect(
      await errorsOf([line('5490', { debit: 100, departmentId: closed.id }), line('1000', { credit: 100 })]),
    ).toEqual({ 'lines.0.departmentId': [{ code: 'REFERENCE_UNKNOWN' }] });
    const unknown = { accountId: fixture.entityId, debit: 100 };
    expect(await errorsOf([unknown, line('1000', { credit: 100, departmentId })])).toEqual({
      'lines.0.accountId': [{ code: 'REFERENCE_UNKNOWN' }],
      'lines.1.departmentId': [{ code: 'NO_DEPARTMENT' }],
    });
  });

  it('is refused in a closed period and in the future, and its reversal before its own day', async () => {
    expect(await admin.refused(journal.create, accrual({ date: '2099-01-01' }))).toMatchObject({
      errors: { date: [{ code: 'DATE_FUTURE' }] },
    });
    const { id } = await admin.call(journal.create, accrual());
    const early = { id, date: '2026-03-30', reason: 'Early' };
    expect(await admin.refused(journal.reverse, early)).toMatchObject({
      errors: { date: [{ code: 'DATE_TOO_EARLY' }] },
    });
    await admin.call(periodLocks.move, { id: fixture.entityId, lockedUntil: '2026-03-31' });
    expect(await admin.refused(journal.create, accrual())).toMatchObject({
      code: 'PERIOD_LOCKED',
      errors: { date: [{ code: 'PERIOD_LOCKED' }] },
    });
    expect(await admin.refused(journal.reverse, { ...early, date: '2026-03-31' })).toMatchObject({
      code: 'PERIOD_LOCKED',
    });
  });

  it('shows beside the tax that documents posted, and disturbs no check of it', async () => {
    await admin.call(
      journal.create,
      accrual({ lines: [line('2200', { debit: 700 }), line('1000', { credit: 700 })], reason: 'VAT paid' }),
    );
    expect(await faults()).toEqual([]);
  });

  it('is posted and reversed by admins only', async () => {
    const { id } = await admin.call(journal.create, accrual());
    const manager = await api.as({ userType: 'manager' });
    expect(await manager.refused(journal.create, accrual())).toMatchObject({ httpStatus: 403 });
    const back = { id, date: '2026-04-01', reason: 'Mine' };
    expect(await manager.refused(journal.reverse, back)).toMatchObject({ httpStatus: 403 });
  });

  it('reverses no entry of a document', async () => {
    await fixture.issued(10_000);
    const [entry] = (await admin.call(journal.list, { filter: { entityId: fixture.entityId } })).rows;
    const back = { id: entry?.id ?? '', date: '2026-04-01', reason: 'Not mine' };
    expect(await admin.refused(journal.reverse, back)).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
  });
});

/** The SQLSTATE with which the application's role is refused; null if it is not. */
const refused = async (statements: string) => {
  const client = await api.appPool.connect();
  try {
    await client.query(`begin; ${statements} commit;`);
    return null;
  } catch (error) {
    await client.query('rollback');
    return (error as { code: string }).code;
  } finally {
    client.release();
  }
};

/** An entry by hand in SQL. */
const entry = (id: string) =>
  `insert into journal_entry (id, entity_id, entry_date, source_type, source_id)
   values ('${id}', '${fixture.entityId}', '2026-03-31', 'journal', '${id}');
   insert into journal_line (entry_id, no, entity_id, entry_date, account_id, currency, debit, credit, base_debit, base_credit)
   select '${id}', no, '${fixture.entityId}', '2026-03-31', account.id, 'EUR', debit, credit, debit, credit
   from (values (1, '5490', 5, 0), (2, '1000', 0, 5)) as side (no, code, debit, credit)
   join ledger_account account on account.code = side.code;`;

describe('the database', () => {
  it('refuses an entry by hand without a manual journal, and a manual journal that is not as its entry', async () => {
    const id = uuidv7();
    const manual = (date: string, more = '') =>
      `insert into manual_journal (id, entity_id, journal_date, reason${more && ', reversal_of'})
       values ('${id}', '${fixture.entityId}', '${date}', 'Raw'${more && `, '${more}'`});`;
    expect(await refused(entry(id))).toBe('DB006');
    expect(await refused(manual('2026-03-31'))).toBe('23503');
    expect(await refused(entry(id) + manual('2026-03-30'))).toBe('DB006');
    const posted = await admin.call(journal.create, accrual());
    expect(await refused(entry(id) + manual('2026-03-31', posted.id))).toBe('DB006');
    expect(await refused(entry(id) + manual('2026-03-31'))).toBeNull();
    expect(await refused(`update manual_journal set reason = 'Other';`)).toBe('42501');
    expect(await refused(`delete from manual_journal;`)).toBe('42501');
  });
});
