import { uuidv7 } from 'uuidv7';
import type { Expense } from '@daybook/contracts/billing/expenses/expenses';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { trialBalances } from '@daybook/contracts/billing/journal/journal';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { history } from '@daybook/contracts/history';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { services } from '@daybook/contracts/settings/services/services';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { openExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import type { ExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let admin: Caller;
let fixture: ExpenseFixture;
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
  for (const name of ['Audit', 'Tax', 'Payroll'])
    ids[name] = (await admin.call(departments.create, { name })).id;
});
beforeEach(async () => {
  fixture = await openExpenseFixture(api);
});
afterAll(() => api.stop());

const isIn = (name: string) =>
  api.db
    .insertInto('clientDepartment')
    .values({ clientId: fixture.clientId, departmentId: ids[name] ?? '' })
    .execute();

/** A task of the client whose work belongs to a department. */
async function taskOf(name: string): Promise<string> {
  const service = await admin.call(services.create, {
    name: `Work ${uuidv7()}`,
    taxCodeId: fixture.taxCodeId,
    departmentId: ids[name],
  });
  const { clientId, claimant } = fixture;
  const given = {
    title: 'Visit',
    clientId,
    serviceId: service.id,
    assigneeIds: [claimant.id],
    dueOn: '2026-12-31',
  };
  return (await admin.call(tasks.create, given)).id;
}

const approve = async ({ id, version }: Expense): Promise<Expense> => {
  const submitted = await fixture.claimant.call(expenses.submit, { id }, { version });
  return fixture.approver.call(expenses.approve, { id, date: '2026-03-20' }, { version: submitted.version });
};

/** Debit minus credit at the end of the year, by account and department. */
async function balances(): Promise<Record<string, number>> {
  const query = { entityId: fixture.entityId, asOf: '2026-12-31', byDepartment: 'true' as const };
  const { rows } = await admin.call(trialBalances.open, query);
  return Object.fromEntries(
    rows.map(({ account, department, debit, credit }) => [
      [account.code, department?.label ?? ''].join(' ').trim(),
      debit - credit,
    ]),
  );
}

describe('the department of an expense', () => {
  it('is that of its task, or else the only one of its client, unless a person chose another', async () => {
    const enter = (more: object) => fixture.claimant.call(expenses.create, fixture.expense(more));
    const { clientId } = fixture;
    expect((await enter({})).department).toBeNull();
    expect((await enter({ clientId })).department).toBeNull();
    await isIn('Tax');
    expect((await enter({ clientId })).department).toMatchObject({ label: 'Tax' });
    const taskId = await taskOf('Audit');
    expect((await enter({ clientId, taskId })).department).toMatchObject({ label: 'Audit' });
    const chosen = await enter({ clientId, taskId, departmentId: ids['Payroll'] });
    expect(chosen).toMatchObject({ department: { label: 'Payroll' }, ownDepartment: { label: 'Payroll' } });
    await isIn('Audit');
    expect((await enter({ clientId })).department).toBeNull();
  });

  it('follows the work of a draft until it is submitted, and then stays', async () => {
    const { claimant, clientId } = fixture;
    const draft = await claimant.call(expenses.create, fixture.expense({ clientId }));
    await isIn('Tax');
    const submitted = await claimant.call(expenses.submit, { id: draft.id }, { version: draft.version });
    expect(submitted.department).toMatchObject({ label: 'Tax' });
    await isIn('Audit');
    const approved = await fixture.approver.call(
      expenses.approve,
      { id: draft.id, date: '2026-03-20' },
      { version: submitted.version },
    );
    expect(approved.department).toMatchObject({ label: 'Tax' });
    expect(await balances()).toMatchObject({ '5410 Tax': 1_000 });
  });

  it('is no longer offered once it is inactive, but stays where it was chosen', async () => {
    const { claimant } = fixture;
    const { id, version } = await admin.call(departments.create, { name: `Old ${uuidv7()}` });
    const draft = await claimant.call(expenses.create, fixture.expense({ departmentId: id }));
    const { name } = await admin.call(departments.open, { id });
    await admin.call(departments.edit, { id, name, active: false }, { version });
    const again = { ...fixture.expense({ departmentId: id, supplier: 'DB' }), id: draft.id };
    const edited = await claimant.call(expenses.edit, again, { version: draft.version });
    expect(edited.department?.id).toBe(id);
    expect(await claimant.refused(expenses.create, fixture.expense({ departmentId: id }))).toMatchObject({
      errors: { departmentId: [{ code: 'REFERENCE_UNKNOWN' }] },
    });
    expect(await admin.refused(departments.remove, { id }, { version: version + 1 })).toMatchObject({
      code: 'REFERENCED',
    });
  });

  it('is posted with the cost and with what the client is charged, and its reversal takes both back', async () => {
    const { claimant, approver, clientId, taxCodeId } = fixture;
    const draft = await claimant.call(
      expenses.create,
      fixture.expense({ clientId, billable: true, taxCodeId, departmentId: ids['Payroll'] }),
    );
    const approved = await approve(draft);
    expect(await balances()).toMatchObject({ '5410 Payroll': 1_000 });
    const { rows } = await admin.call(pendingInvoices.list, { filter: { clientId } });
    const bill = await admin.call(pendingInvoices.draft, {
      itemIds: rows.map(({ id }) => id),
      issueDate: '2026-03-31',
    });
    const issued = await admin.call(invoices.issue, { id: bill.id }, { version: bill.version });
    expect(await balances()).toMatchObject({ '5410 Payroll': 1_000, '4000 Payroll': -1_000 });
    await admin.call(
      invoices.void,
      { id: bill.id, voidDate: '2026-03-31', reason: 'Wrong' },
      { version: issued.version },
    );
    await approver.call(
      expenses.reverse,
      { id: draft.id, date: '2026-03-31', reason: 'Entered twice' },
      { version: approved.version },
    );
    expect(await balances()).toEqual({});
    expect(await findBookFaults(api.db)).toEqual([]);
  });

  it('bears the loss of a disbursement that is given up, and no other part of it', async () => {
    const { claimant, clientId } = fixture;
    const laidOut = { clientId, billable: true, pureAgent: true, departmentId: ids['Audit'] };
    await approve(await claimant.call(expenses.create, fixture.expense(laidOut)));
    expect(await balances()).toEqual({ '1300': 1_210, '2400': -1_210 });
    const { rows } = await admin.call(pendingInvoices.list, { filter: { clientId } });
    const [item] = rows;
    await admin.call(
      pendingInvoices.writeOff,
      { id: item?.id ?? '', reason: 'Agreed', date: '2026-03-31' },
      { version: item?.version ?? 0 },
    );
    expect(await balances()).toEqual({ '5100 Audit': 1_210, '2400': -1_210 });
  });

  it('filters the list and its totals, and is in the export and in the history', async () => {
    const { claimant, entityId } = fixture;
    const audit = await claimant.call(expenses.create, fixture.expense({ departmentId: ids['Audit'] }));
    await claimant.call(expenses.create, fixture.expense({ departmentId: ids['Tax'] }));
    const filter = { entityId, departmentId: ids['Audit'] ?? '' };
    const { rows } = await admin.call(expenses.list, { filter });
    expect(rows.map(({ id, department }) => [id, department?.label])).toEqual([[audit.id, 'Audit']]);
    expect(await admin.call(expenses.total, { filter })).toMatchObject({
      total: 1,
      sums: [{ gross: 1_210 }],
    });
    const { body } = await admin.inject(requestOf(expenses.export, { filter, format: 'csv' }));
    const [headings = '', row = ''] = body.split('\r\n');
    expect(row.split(',')[headings.split(',').indexOf('Department')]).toBe('Audit');
    await claimant.call(
      expenses.edit,
      { ...fixture.expense({ departmentId: ids['Payroll'] }), id: audit.id },
      { version: audit.version },
    );
    const { events } = await admin.call(history.of, { kind: 'expense', id: audit.id });
    expect(events[0]?.changes).toMatchObject([
      { field: 'department', before: { text: 'Audit' }, after: { text: 'Payroll' } },
    ]);
  });
});

describe('under the application’s own role, the department of an expense', () => {
  it('cannot be written by hand, and the cost cannot be posted to another one', async () => {
    const more = { departmentId: ids['Audit'] };
    const draft = await fixture.at('draft', more);
    const approved = await fixture.at('approved', more);
    await api.appPool.query(
      `update expense set department_id = '${ids['Tax']}', version = version + 1 where id = '${draft.id}'`,
    );
    const { department } = await admin.call(expenses.open, { id: draft.id });
    expect(department).toMatchObject({ label: 'Audit' });
    await expect(
      api.appPool.query(`update expense set own_department_id = '${ids['Tax']}' where id = '${approved.id}'`),
    ).rejects.toMatchObject({ code: 'DB001' });
    const client = await api.appPool.connect();
    try {
      await client.query('begin');
      const id = uuidv7();
      await client.query(
        `insert into journal_entry (id, entity_id, entry_date, source_type, source_id)
         values ('${id}', '${fixture.entityId}', '2026-03-21', 'expense', '${approved.id}')`,
      );
      await client.query(
        `insert into journal_line (entry_id, no, entity_id, entry_date, account_id, department_id, currency, debit, credit, base_debit, base_credit)
         select '${id}', no, '${fixture.entityId}', '2026-03-21', account.id, case no when 1 then '${ids['Tax']}'::uuid end, 'EUR',
           case no when 1 then 5 else 0 end, case no when 2 then 5 else 0 end, case no when 1 then 5 else 0 end, case no when 2 then 5 else 0 end
         from (values (1, '5410'), (2, '1010')) line (no, code) join ledger_account account using (code)`,
      );
      await client.query(
        `update expense set status = 'reversed', reversed_at = now(), reversed_by = '${fixture.approver.id}',
           reversed_on = '2026-03-21', reversal_reason = 'Twice' where id = '${approved.id}'`,
      );
      await expect(client.query('commit')).rejects.toThrow(/must post its cost to its department/);
    } finally {
      client.release();
    }
  });
});
