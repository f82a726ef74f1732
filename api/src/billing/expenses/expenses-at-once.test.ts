import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { entryOf } from '../../../test/fixtures/billing-fixture.ts';
import { openExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import type { ExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';
import type { CallOptions } from '../../http/request-of.ts';

let api: TestApi;
let fixture: ExpenseFixture;
let other: Caller;

beforeAll(async () => {
  api = await startTestApi();
  fixture = await openExpenseFixture(api);
  other = await api.as({});
});
afterAll(() => api.stop());

const billed = () => ({
  clientId: fixture.clientId,
  billable: true,
  taxCodeId: fixture.taxCodeId,
  chargeAmount: 1500,
});

const statusOf = async (caller: Caller, endpoint: Endpoint, input: object, options: CallOptions) =>
  (await caller.inject(requestOf(endpoint, input, options))).statusCode;

/** The ledger entries of one expense. */
async function traces(id: string) {
  const { rows } = await api.ownerPool.query<Record<string, number>>(
    `select (select count(*)::int from journal_entry where source_id = $1) as entries,
       (select count(*)::int from document_number where document_id = $1) as numbers,
       (select count(*)::int from pending_item where source = 'expense' and source_id = $1) as items,
       (select count(*)::int from number_gap) as gaps`,
    [id],
  );
  return rows[0];
}
const once = { entries: 1, numbers: 1, items: 1, gaps: 0 };

describe('an expense with concurrent requests', () => {
  it('is approved once, even if the reply was lost and the request is sent again', async () => {
    const { id, version } = await fixture.at('submitted', billed());
    const send = () =>
      fixture.approver.inject(requestOf(expenses.approve, { id }, { version, key: `approve-${id}` }));
    const [first, again] = [await send(), await send()];
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    expect(again.json()).toEqual(first.json());
    expect(await traces(id)).toEqual(once);
  });

  it('is approved by one of two approvers, and the other is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, version } = await fixture.at('submitted', billed());
      const statuses = await Promise.all(
        [fixture.approver, other].map((caller) => statusOf(caller, expenses.approve, { id }, { version })),
      );
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412]);
      expect(await traces(id)).toEqual(once);
    }
  });

  it('is approved or rejected, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, version } = await fixture.at('submitted', billed());
      const [approved, rejected] = await Promise.all([
        statusOf(fixture.approver, expenses.approve, { id }, { version }),
        statusOf(other, expenses.reject, { id, reason: 'Twice' }, { version }),
      ]);
      expect([approved, rejected].toSorted((a, b) => a - b)).toEqual([200, 412]);
      expect(await traces(id)).toEqual(
        approved === 200 ? once : { entries: 0, numbers: 0, items: 0, gaps: 0 },
      );
    }
  });

  it('is submitted or deleted, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, version } = await fixture.at('draft');
      const [submitted, removed] = await Promise.all([
        statusOf(fixture.claimant, expenses.submit, { id }, { version }),
        statusOf(other, expenses.remove, { id }, { version }),
      ]);
      expect([
        [200, 412],
        [404, 200],
      ]).toContainEqual([submitted, removed]);
    }
  });

  it('is reimbursed once', async () => {
    const { id, version } = await fixture.at('approved');
    const statuses = await Promise.all(
      [fixture.approver, other].map((caller) => statusOf(caller, expenses.reimburse, { id }, { version })),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412]);
    const { reimbursement } = await fixture.approver.call(expenses.open, { id });
    expect(await entryOf(api, [id, reimbursement?.voucher?.id ?? ''])).toMatchObject({
      bank: -1210,
      staff_payable: 0,
    });
  });

  it('is approved once by two people whose bulk approvals overlap', async () => {
    const made = [];
    for (let n = 0; n < 6; n += 1) made.push(await fixture.at('submitted', billed()));
    const chosen = made.map(({ id, version }) => ({ id, version }));
    const answers = await Promise.all([
      fixture.approver.call(expenses.approveMany, { expenses: chosen }),
      other.call(expenses.approveMany, { expenses: chosen.toReversed() }),
    ]);
    const numbers = answers.flatMap(({ results }) => results.flatMap(({ number }) => number ?? []));
    expect(new Set(numbers).size).toBe(6);
    for (const { id } of made) expect(await traces(id)).toEqual(once);
  });
});
