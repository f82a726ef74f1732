import { uuidv7 } from 'uuidv7';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { openTaskFixture } from '../../../test/fixtures/task-fixture.ts';
import type { TaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let fixture: TaskFixture;

beforeAll(async () => {
  api = await startTestApi();
  fixture = await openTaskFixture(api);
});
afterAll(() => api.stop());

const run = async (statement: string, values: unknown[] = []) =>
  (await api.ownerPool.query<Record<string, unknown>>(statement, values)).rows;

const makeDepartment = async (name: string) => {
  const id = uuidv7();
  await run('insert into department (id, name) values ($1, $2)', [id, name]);
  return id;
};
const departmentsOf = (invoiceId: string) =>
  run(
    `select department.name from invoice_line line left join department on department.id = line.department_id
     where invoice_id = $1 order by no`,
    [invoiceId],
  ).then((rows) => rows.map(({ name }) => name));

describe('an issued invoice', () => {
  it('keeps the department of each line: of the task, else of the service, else the only one of the client', async () => {
    const { admin, clientId, taxCodeId, entityId } = fixture;
    const [audit, tax, payroll] = [
      await makeDepartment('Audit'),
      await makeDepartment('Tax'),
      await makeDepartment('Payroll'),
    ];
    await run('update service set department_id = $1', [tax]);
    await run('insert into client_department (client_id, department_id) values ($1, $2)', [
      clientId,
      payroll,
    ]);
    const categoryId = uuidv7();
    await run(`insert into task_category (id, name, department_id) values ($1, 'Audits', $2)`, [
      categoryId,
      audit,
    ]);
    const task = await fixture.walk(await fixture.make({ categoryId }), 'in_progress', 'completed');
    const [{ id: itemId }] = (await run('select id from pending_item where source_id = $1', [task.id])) as [
      { id: string },
    ];
    const [{ id: serviceId }] = (await run('select id from service')) as [{ id: string }];
    const billed = await admin.call(pendingInvoices.draft, { itemIds: [itemId], issueDate: '2026-07-01' });
    await admin.call(invoices.issue, { id: billed.id }, { version: billed.version });
    expect(await departmentsOf(billed.id)).toEqual(['Audit']);

    const line = { qty: '1', unitPrice: '100', taxCodeId };
    const head = { entityId, clientId, issueDate: '2026-07-01', dueDate: '2026-07-31', currency: 'EUR' };
    const lines = [
      { ...line, description: 'By service', serviceId },
      { ...line, description: 'By client' },
    ];
    const [draft, later] = [
      await admin.call(invoices.create, { ...head, docLocale: 'en', lines }),
      await admin.call(invoices.create, { ...head, docLocale: 'en', lines }),
    ];
    await admin.call(invoices.issue, { id: draft.id }, { version: 1 });
    expect(await departmentsOf(draft.id)).toEqual(['Tax', 'Payroll']);

    // Between draft and issue the service moved, and the client got a second department.
    await run('update service set department_id = $1', [audit]);
    await run('insert into client_department (client_id, department_id) values ($1, $2)', [clientId, tax]);
    await admin.call(invoices.issue, { id: later.id }, { version: 1 });
    expect(await departmentsOf(later.id)).toEqual(['Audit', null]);
    expect(await departmentsOf(draft.id)).toEqual(['Tax', 'Payroll']);
  });

  it('and a receipt keep who looked after the client on their day, whoever does so afterwards', async () => {
    const { admin, clientId, taxCodeId, entityId, doer, reviewer } = fixture;
    await run('insert into client_executive (client_id, user_id) values ($1, $2)', [clientId, doer.id]);
    const post = async () => {
      const draft = await admin.call(invoices.create, {
        entityId,
        clientId,
        issueDate: '2026-07-01',
        dueDate: '2026-07-31',
        currency: 'EUR',
        docLocale: 'en',
        lines: [{ description: 'Advice', qty: '1', unitPrice: '100', taxCodeId }],
      });
      await admin.call(invoices.issue, { id: draft.id }, { version: 1 });
      const paid = {
        entityId,
        clientId,
        receiptDate: '2026-07-02',
        mode: 'bank',
        currency: 'EUR',
        amount: 100,
      };
      return [draft.id, (await admin.call(receipts.create, { ...paid, mode: 'bank' })).id];
    };
    const keptOf = (ids: readonly string[]) =>
      run(
        `select crm_id as crm, executive_ids as executives from invoice where id = any ($1)
         union all select crm_id, executive_ids from receipt where id = any ($1)`,
        [ids],
      );
    const before = await post();
    await run('update client set crm_id = $2 where id = $1', [clientId, reviewer.id]);
    await run('update client_executive set user_id = $2 where client_id = $1', [clientId, admin.id]);
    const after = await post();
    const first = { crm: admin.id, executives: [doer.id] };
    const second = { crm: reviewer.id, executives: [admin.id] };
    expect(await keptOf(before)).toEqual([first, first]);
    expect(await keptOf(after)).toEqual([second, second]);
  });
});
