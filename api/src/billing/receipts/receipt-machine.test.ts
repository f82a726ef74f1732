import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { receipts, receiptStatuses } from '@daybook/contracts/billing/receipts/receipts';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { oncePerName, triedBy } from '../../../test/machine.ts';
import type { Move } from '../../../test/machine.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
/** A person who may only read. */
let barred: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
  const keys = ['receipts.view', 'invoices.view'] as const;
  barred = await api.as({ userType: 'manager', scope: 'all', keys: [...keys] });
  fixture = await openBillingFixture(api, admin);
});
afterAll(() => api.stop());

const day = '2026-05-01';

const stateOf = async (id: string) => (await admin.call(receipts.open, { id })).status;
const go = ({ endpoint, input }: Move) => admin.call(endpoint, input);
const step = (name: keyof typeof cheques, id: string): Move => ({
  endpoint: cheques[name],
  input: name === 'redeposit' ? { id, receiptDate: day } : { id, date: day },
});
const received = async (mode: 'bank' | 'cheque') => {
  const cheque = { instrumentNo: '000123', instrumentBank: 'ING', instrumentDate: '2026-04-05' };
  const first = await fixture.issued(40);
  const receipt = await admin.call(
    receipts.create,
    fixture.receipt(100, {
      mode,
      ...(mode === 'cheque' ? cheque : {}),
      allocations: [{ invoiceId: first.id, amount: 40 }],
    }),
  );
  return receipt;
};
const undoing = (id: string, bounced = false): Move => ({
  endpoint: receipts.reverse,
  input: { id, date: day, reason: 'Recalled', bounced },
});

describe('a receipt', () => {
  const reach = {
    posted: () => received('bank'),
    'part refunded': async () => {
      const receipt = await received('bank');
      const input = { id: receipt.id, date: day, amount: 60, mode: 'bank' };
      await go({ endpoint: receipts.refund, input });
      return receipt;
    },
    'posted cheque': () => received('cheque'),
    'deposited cheque': async () => {
      const receipt = await received('cheque');
      await go(step('deposit', receipt.id));
      return receipt;
    },
    'cleared cheque': async () => {
      const receipt = await received('cheque');
      await go(step('deposit', receipt.id));
      await go(step('clear', receipt.id));
      return receipt;
    },
    reversed: async () => {
      const receipt = await received('bank');
      await go(undoing(receipt.id));
      return receipt;
    },
    bounced: async () => {
      const receipt = await received('cheque');
      await go(undoing(receipt.id, true));
      return receipt;
    },
    'bounced and deposited again': async () => {
      const receipt = await received('cheque');
      await go(undoing(receipt.id, true));
      await go(step('redeposit', receipt.id));
      return receipt;
    },
  };
  const moves: Record<string, (id: string, allocationId: string) => Promise<Move>> = {
    allocate: async (id) => {
      const { id: invoiceId } = await fixture.issued(60);
      return {
        endpoint: receipts.allocate,
        input: { id, date: day, allocations: [{ invoiceId, amount: 60 }] },
      };
    },
    unallocate: async (id, allocationId) => ({
      endpoint: receipts.unallocate,
      input: { id, allocationId, date: day },
    }),
    reverse: async (id) => undoing(id),
    bounce: async (id) => undoing(id, true),
    refund: async (id) => ({
      endpoint: receipts.refund,
      input: { id, date: day, amount: 60, mode: 'bank' },
    }),
    takeBackRefund: async (id) => {
      const { refunds } = await admin.call(receipts.open, { id });
      const refundId = refunds[0]?.id ?? '018f0000-0000-7000-8000-000000000000';
      return { endpoint: receipts.takeBackRefund, input: { id, refundId, date: day, reason: 'Wrong' } };
    },
    deposit: async (id) => step('deposit', id),
    clear: async (id) => step('clear', id),
    redeposit: async (id) => step('redeposit', id),
  };
  const unrefunded = { takeBackRefund: 'NOT_FOUND' };
  /** The status or refusal of each command; every other command is refused with STATE_NOT_ALLOWED. */
  const edges: Record<keyof typeof reach, Record<string, string>> = {
    posted: {
      ...unrefunded,
      allocate: 'posted',
      unallocate: 'posted',
      refund: 'posted',
      reverse: 'reversed',
      bounce: 'NOT_A_CHEQUE',
    },
    'part refunded': {
      unallocate: 'posted',
      takeBackRefund: 'posted',
      bounce: 'NOT_A_CHEQUE',
      allocate: 'ALLOC_EXCEEDS_SOURCE',
      refund: 'ALLOC_EXCEEDS_SOURCE',
    },
    'posted cheque': {
      ...unrefunded,
      allocate: 'posted',
      unallocate: 'posted',
      reverse: 'reversed',
      bounce: 'bounced',
      deposit: 'deposited',
    },
    'deposited cheque': {
      ...unrefunded,
      allocate: 'deposited',
      unallocate: 'deposited',
      reverse: 'reversed',
      bounce: 'bounced',
      clear: 'cleared',
    },
    'cleared cheque': {
      ...unrefunded,
      allocate: 'cleared',
      unallocate: 'cleared',
      refund: 'cleared',
      reverse: 'reversed',
    },
    reversed: {},
    bounced: { redeposit: 'bounced' },
    'bounced and deposited again': {},
  };

  const pairs = (Object.keys(edges) as (keyof typeof reach)[]).flatMap((from) =>
    Object.keys(moves).map((move) => [from, move] as const),
  );
  const refusedOn = oncePerName<Awaited<ReturnType<typeof received>>>();
  const statuses: readonly string[] = receiptStatuses;
  it.each(pairs)('that is %s: %s', async (from, name) => {
    const expected = edges[from][name] ?? 'STATE_NOT_ALLOWED';
    const { id, allocations } = await (statuses.includes(expected)
      ? reach[from]()
      : refusedOn(from, reach[from]));
    const move = await moves[name]?.(id, allocations[0]?.id ?? '');
    if (!move) throw new Error(`no move ${name}`);
    const outcome = await triedBy(api, { able: admin, barred }, move);
    const led = outcome === 'done' ? await stateOf(id) : outcome;
    expect(led).toBe(expected);
  });
});
