import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { journal, trialBalances } from '@daybook/contracts/billing/journal/journal';
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

it('an entry shows the department of each line, and so does the export of the journal', async () => {
  await fixture.issued(0, { lines: [line('100', { serviceId: await serviceOf('Audit') })] });
  const filter = { entityId: fixture.entityId };
  const [row] = (await admin.call(journal.list, { filter })).rows;
  const { lines } = await admin.call(journal.open, { id: row?.id ?? '' });
  expect(lines.map(({ department }) => department?.label ?? null)).toEqual([null, 'Audit']);
  const { body } = await admin.inject(requestOf(journal.export, { filter, format: 'csv' }));
  expect(body.split('\r\n')[2]).toContain(',4000,Fees,,,Audit,EUR,');
});
