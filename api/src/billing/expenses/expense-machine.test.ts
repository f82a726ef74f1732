import { expenseStatuses } from '@daybook/contracts/billing/expenses/expense-machine';
import type { ExpenseStatus } from '@daybook/contracts/billing/expenses/expense-machine';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { Permission } from '@daybook/contracts/permissions';
import { openExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import type { ExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import { oncePerName } from '../../../test/machine.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let fixture: ExpenseFixture;
let callers: Record<string, Caller>;

/** People by their permissions; `claims` marks the claimant. */
const people: Record<string, { keys: Permission[]; claims: boolean; userType?: 'admin' }> = {
  'the claimant, to add': { keys: ['expenses.add'], claims: true },
  'the claimant, to edit': { keys: ['expenses.add', 'expenses.edit'], claims: true },
  'the claimant, to delete': { keys: ['expenses.add', 'expenses.delete'], claims: true },
  'another, to add': { keys: ['expenses.add'], claims: false },
  'another, to edit': { keys: ['expenses.edit'], claims: false },
  'another, to delete': { keys: ['expenses.delete'], claims: false },
  'another, without keys': { keys: ['clients.view'], claims: false },
  'another, an admin': { keys: ['expenses.edit'], claims: false, userType: 'admin' },
};

beforeAll(async () => {
  api = await startTestApi();
  fixture = await openExpenseFixture(api);
  callers = {};
  for (const [name, { keys, userType = 'manager' }] of Object.entries(people))
    callers[name] = await api.as({ userType, keys, scope: 'all' });
});
afterAll(() => api.stop());

const steps: Record<string, { endpoint: Endpoint; input: object }> = {
  edit: { endpoint: expenses.edit, input: {} },
  remove: { endpoint: expenses.remove, input: {} },
  submit: { endpoint: expenses.submit, input: {} },
  withdraw: { endpoint: expenses.withdraw, input: {} },
  approve: { endpoint: expenses.approve, input: {} },
  reject: { endpoint: expenses.reject, input: { reason: 'No receipt' } },
  reimburse: { endpoint: expenses.reimburse, input: {} },
  takeBack: { endpoint: expenses.takeBack, input: { reason: 'Paid twice' } },
  reverse: { endpoint: expenses.reverse, input: { reason: 'Entered twice' } },
};

/** Written out independently of the state machine that the server uses (docs/rules.md#state-machines). */
const edges: Record<ExpenseStatus, Record<string, string>> = {
  draft: { edit: 'draft', remove: 'gone', submit: 'submitted' },
  submitted: { withdraw: 'draft', approve: 'approved', reject: 'rejected' },
  approved: { reimburse: 'reimbursed', reverse: 'reversed' },
  rejected: { edit: 'draft', remove: 'gone' },
  reimbursed: { takeBack: 'approved' },
  reversed: {},
};
const whoMay: Record<string, string[]> = {
  edit: [
    'the claimant, to add',
    'the claimant, to edit',
    'the claimant, to delete',
    'another, to edit',
    'another, an admin',
  ],
  remove: ['the claimant, to delete', 'another, to delete'],
  submit: [
    'the claimant, to add',
    'the claimant, to edit',
    'the claimant, to delete',
    'another, to edit',
    'another, an admin',
  ],
  withdraw: ['the claimant, to add', 'the claimant, to edit', 'the claimant, to delete'],
  approve: ['another, to edit', 'another, an admin'],
  reject: ['the claimant, to edit', 'another, to edit', 'another, an admin'],
  reimburse: ['another, to edit', 'another, an admin'],
  takeBack: ['another, an admin'],
  reverse: ['another, to edit', 'another, an admin'],
};

const rowOf = async (id: string) =>
  (
    await api.ownerPool.query<{ status: string; version: number }>('select * from expense where id = $1', [
      id,
    ])
  ).rows[0];

const books = async () =>
  (
    await api.ownerPool.query(
      `select (select count(*) from journal_entry) as entries, (select count(*) from document_number) as numbers,
         (select count(*) from pending_item) as items, (select count(*) from audit_event where entity <> 'refusal') as events`,
    )
  ).rows[0] as object;

/** Creates an expense of this claimant in this status; the approver enters it, because not every claimant could. */
async function madeFor(claimantId: string, status: ExpenseStatus): Promise<string> {
  const draft = await fixture.approver.call(expenses.create, fixture.expense({ claimantId }));
  const { id } = draft;
  let { version } = draft;
  const go = async (endpoint: typeof expenses.approve, more: object = {}) => {
    ({ version } = await fixture.approver.call(endpoint, { id, ...more }, { version }));
  };
  if (status !== 'draft') await go(expenses.submit as never);
  if (status === 'rejected') await go(expenses.reject as never, { reason: 'Blurred' });
  if (status === 'approved' || status === 'reimbursed' || status === 'reversed') await go(expenses.approve);
  if (status === 'reimbursed') await go(expenses.reimburse);
  if (status === 'reversed') await go(expenses.reverse, { reason: 'Entered twice' });
  return id;
}

const mayDo = (step: string, person: string) => whoMay[step]?.includes(person) ?? false;
const tries = expenseStatuses.flatMap((status) =>
  Object.keys(steps).flatMap((step) => Object.keys(people).map((person) => [status, step, person] as const)),
);
const goes = tries.filter(
  ([status, step, person]) => mayDo(step, person) && edges[status][step] !== undefined,
);
const stays = tries.filter((one) => !goes.includes(one));

const refusedOn = oncePerName<string>();

/** The same expense for all refusals, because each of them is seen to change nothing. */
const keptFor = (claimantId: string, status: ExpenseStatus): Promise<string> =>
  refusedOn(`${claimantId} ${status}`, () => madeFor(claimantId, status));

async function tried(status: ExpenseStatus, step: string, person: string, make: typeof madeFor) {
  const caller = callers[person];
  const wanted = steps[step];
  if (!caller || !wanted) throw new Error('no such try');
  const id = await make(people[person]?.claims ? caller.id : fixture.claimant.id, status);
  const row = await rowOf(id);
  const before = [row, await books()];
  const fields = step === 'edit' ? fixture.expense() : {};
  const version = row?.version;
  const { statusCode } = await caller.inject(
    requestOf(wanted.endpoint, { id, ...fields, ...wanted.input }, { version }),
  );
  const then = await rowOf(id);
  return { statusCode, before, after: [then, await books()], status: then?.status ?? 'gone' };
}

// docs/rules.md#state-machines
describe('an expense', () => {
  it.each(goes)('that is %s: %s by %s', async (status, step, person) => {
    const found = await tried(status, step, person, madeFor);
    expect([found.statusCode, found.status]).toEqual([200, edges[status][step]]);
  });

  it.each(stays)('that is %s: refuses %s by %s', async (status, step, person) => {
    const { statusCode, before, after } = await tried(status, step, person, keptFor);
    // A missing permission is refused first, and then the decision on one's own expense, with that reason.
    const isOwnApproval =
      ['approve', 'reverse', 'reimburse'].includes(step) && person === 'the claimant, to edit';
    expect(statusCode).toBe(mayDo(step, person) || isOwnApproval ? 409 : 403);
    expect(after).toEqual(before);
  });

  it('paid by the firm cannot be reimbursed', async () => {
    const { id, version } = await fixture.at('approved', { paidBy: 'bank' });
    expect(await fixture.approver.refused(expenses.reimburse, { id }, { version })).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
  });
});
