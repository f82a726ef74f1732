import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { journal, trialBalances } from '@daybook/contracts/billing/journal/journal';
import { dashboards } from '@daybook/contracts/dashboards';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { services } from '@daybook/contracts/settings/services/services';
import { openBillingFixture, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { requestOf } from '../../http/request-of.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';
import { rollUpLedger } from '../../ledger/roll-up-ledger.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
const ids: Record<string, string> = {};

beforeAll(async () => {
  ({ api, admin } = await startBilling({ userType: 'super_admin' }));
  for (const name of ['Audit', 'Tax', 'Payroll'])
    ids[name] = (await admin.call(departments.create, { name })).id;
});
beforeEach(async () => {
  fixture = await openBillingFixture(api, admin);
});
afterAll(() => api.stop());

let count = 0;
const serviceOf = async (department: string) =>
  (
    await admin.call(services.create, {
      name: `Service ${++count}`,
      taxCodeId: fixture.taxCodeId,
      departmentId: ids[department],
    })
  ).id;
const line = (unitPrice: string, more: object = {}) => ({
  description: 'Work',
  qty: '1',
  unitPrice,
  taxCodeId: fixture.taxCodeId,
  ...more,
});

type ByDepartment = Record<string, number>;
/** Debit minus credit on the last day of the year, by account and department. */
async function balances(byDepartment: 'true' | 'false' = 'true'): Promise<ByDepartment> {
  const query = { entityId: fixture.entityId, asOf: '2026-12-31', byDepartment };
  const { rows } = await admin.call(trialBalances.open, query);
  return Object.fromEntries(
    rows.map(({ account, department, debit, credit }) => [
      [account.code, department?.label ?? ''].join(' ').trim(),
      debit - credit,
    ]),
  );
}
const sumOf = (found: ByDepartment, code: string): number =>
  Object.entries(found).reduce((sum, [key, amount]) => (key.startsWith(code) ? sum + amount : sum), 0);

/** The income in EUR by department; under an empty name, that of none. */
async function incomeOf(today: string): Promise<Record<string, { month: number; year: number }>> {
  const { currencies } = await admin.call(dashboards.income, { today });
  const rows = currencies.find(({ currency }) => currency === 'EUR')?.rows ?? [];
  return Object.fromEntries(rows.map(({ department, ...sums }) => [department?.label ?? '', sums]));
}

describe('the trial balance by department', () => {
  it('has the income of each line in its department, and sums to the whole', async () => {
    await fixture.issued(0, {
      lines: [
        line('100', { serviceId: await serviceOf('Audit') }),
        line('50', { serviceId: await serviceOf('Tax') }),
        line('7'),
      ],
      adjustments: [{ kind: 'charge', amount: 1_000, taxCodeId: fixture.taxCodeId }],
    });
    const expected = { '1100': 16_700, '4000 Audit': -10_637, '4000 Tax': -5_318, '4000': -745 };
    expect(await balances()).toEqual(expected);
    const whole = await balances('false');
    expect(whole).toEqual({ '1100': 16_700, '4000': -16_700 });
    expect(sumOf(expected, '4000')).toBe(whole['4000']);
    await rollUpLedger(api.db);
    expect(await balances()).toEqual(expected);
    const { body } = await admin.inject(
      requestOf(trialBalances.export, {
        entityId: fixture.entityId,
        asOf: '2026-12-31',
        byDepartment: 'true',
        format: 'csv',
      }),
    );
    expect(body).toContain(',4000,Fees,Income,Audit,EUR,0.00,106.37');
  });

  it('goes by the department that somebody chose for a line, and shows it in the draft again', async () => {
    const serviceId = await serviceOf('Audit');
    const draft = await fixture.draft(0, {
      lines: [line('10', { serviceId, departmentId: ids['Payroll'] }), line('20', { serviceId })],
    });
    expect(draft.lines).toMatchObject([
      { department: { label: 'Payroll' }, ownDepartment: { id: ids['Payroll'] } },
      { department: { label: 'Audit' }, ownDepartment: null },
    ]);
    await admin.call(
      services.edit,
      { id: serviceId, name: 'Moved', taxCodeId: fixture.taxCodeId, departmentId: ids['Tax'], active: true },
      { version: 1 },
    );
    const issued = await admin.call(invoices.issue, { id: draft.id }, { version: draft.version });
    const opened = await admin.call(invoices.open, { id: issued.id });
    expect(opened.lines.map(({ department }) => department?.label)).toEqual(['Payroll', 'Tax']);
    expect(await balances()).toEqual({ '1100': 3_000, '4000 Payroll': -1_000, '4000 Tax': -2_000 });
  });

  it('gives back what credit notes, voids and the void of a credit note take', async () => {
    const invoice = await fixture.issued(0, {
      lines: [line('100', { serviceId: await serviceOf('Audit') })],
    });
    const issued = { '1100': 10_000, '4000 Audit': -10_000 };
    const { entityId, clientId } = fixture;
    const note = await admin.call(creditNotes.create, {
      entityId,
      clientId,
      currency: 'EUR',
      issueDate: '2026-03-02',
      docLocale: 'en',
      reasonCode: 'discount',
      lines: [{ invoiceLineId: invoice.lines[0]?.id ?? '', amount: 2_500 }],
    });
    const credited = await admin.call(creditNotes.issue, { id: note.id }, { version: note.version });
    expect(await balances()).toEqual({ '1100': 10_000, '2100': -2_500, '4000 Audit': -7_500 });
    const reason = 'Wrong';
    const at = { version: credited.version };
    await admin.call(creditNotes.void, { id: note.id, voidDate: '2026-03-03', reason }, at);
    expect(await balances()).toEqual(issued);
    const { version } = await admin.call(invoices.open, { id: invoice.id });
    await admin.call(invoices.void, { id: invoice.id, voidDate: '2026-03-04', reason }, { version });
    expect(await balances()).toEqual({});
    expect((await findBookFaults(api.db)).map(({ rule }) => rule)).toEqual([]);
  });
});

it('the dashboard of the firm shows what each department earned, which sums to the income in the ledger', async () => {
  const lines = [line('100', { serviceId: await serviceOf('Audit') }), line('7')];
  const before = await incomeOf('2026-03-15');
  await fixture.issued(0, { lines });
  const after = await incomeOf('2026-03-15');
  const more = (name: string, of: 'month' | 'year') => (after[name]?.[of] ?? 0) - (before[name]?.[of] ?? 0);
  expect([more('Audit', 'month'), more('Audit', 'year'), more('', 'year')]).toEqual([10_000, 10_000, 700]);
  const later = await incomeOf('2027-02-15');
  expect(later['Audit']).toMatchObject({ month: 0, year: after['Audit']?.year });
  expect(await incomeOf('2027-03-15')).toEqual({});
  const { rows } = await api.ownerPool.query<{ income: number }>(
    `select sum(base_credit - base_debit)::int as income from journal_line
     join ledger_account account on account.id = account_id where account.type = 'income'`,
  );
  const whole = Object.values(after).reduce((sum, { year }) => sum + year, 0);
  expect(whole).toBe(rows[0]?.income);
  const manager = await api.as({ userType: 'manager' });
  expect(await manager.refused(dashboards.income, { today: '2026-03-15' })).toMatchObject({
    httpStatus: 403,
  });
});

it('an entry shows the department of each line, and so does the export of the journal', async () => {
  await fixture.issued(0, { lines: [line('100', { serviceId: await serviceOf('Audit') })] });
  const filter = { entityId: fixture.entityId };
  const [row] = (await admin.call(journal.list, { filter })).rows;
  const { lines } = await admin.call(journal.open, { id: row?.id ?? '' });
  expect(lines.map(({ department }) => department?.label ?? null)).toEqual([null, 'Audit']);
  const { body } = await admin.inject(requestOf(journal.export, { filter, format: 'csv' }));
  expect(body.split('\r\n')[2]).toContain(',4000,Fees,,,Audit,EUR,');
});
