import { isDeepStrictEqual } from 'node:util';
import { cheques } from '@daybook/contracts/billing/cheques';
import { receipts } from '@daybook/contracts/billing/receipts';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { requestOf } from '../http/request-of.ts';
import { openDesk } from '../test/billing-desk.ts';
import type { BillingDesk } from '../test/billing-desk.ts';
import { startTestApi } from '../test/test-api.ts';
import type { Caller, TestApi } from '../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let desk: BillingDesk;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
  desk = await openDesk(api, admin);
});
afterAll(() => api.stop());

const day = '2026-05-01';

/** All that the ledger and the numbers hold, so that what was refused is seen to have moved nothing. */
async function books(): Promise<unknown> {
  const { rows } = await api.ownerPool.query(
    `select (select count(*) from journal_entry) as entries, (select count(*) from document_number) as numbers,
       (select count(*) from allocation where reversed_at is null) as live, (select count(*) from audit_event) as events`,
  );
  return rows[0];
}

interface Move {
  endpoint: Endpoint;
  input: Record<string, unknown>;
}

/** Tries the move and answers the state it led to, or `refused`: then the books and the state are as they were. */
async function tried({ endpoint, input }: Move, stateOf: () => Promise<string>): Promise<string> {
  const before = [await books(), await stateOf()];
  const { statusCode } = await admin.inject(requestOf(endpoint, input));
  if (statusCode === 200) return stateOf();
  const isAsItWas = isDeepStrictEqual([await books(), await stateOf()], before);
  return [400, 404, 409, 422].includes(statusCode) && isAsItWas
    ? 'refused'
    : `refused with ${statusCode}, but moved`;
}

const stateOf = (id: string) => async () => (await admin.call(receipts.open, { id })).state;
const step = (name: keyof typeof cheques, id: string): Move => ({
  endpoint: cheques[name],
  input: name === 'redeposit' ? { id, receiptDate: day } : { id, date: day },
});
const received = async (mode: 'bank' | 'cheque') => {
  const cheque = { instrumentNo: '000123', instrumentBank: 'ING', instrumentDate: '2026-04-05' };
  const first = await desk.issued(40);
  const receipt = await admin.call(
    receipts.create,
    desk.receipt(100, {
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
      await tried({ endpoint: receipts.refund, input }, stateOf(receipt.id));
      return receipt;
    },
    'posted cheque': () => received('cheque'),
    'deposited cheque': async () => {
      const receipt = await received('cheque');
      await tried(step('deposit', receipt.id), stateOf(receipt.id));
      return receipt;
    },
    'cleared cheque': async () => {
      const receipt = await received('cheque');
      await tried(step('deposit', receipt.id), stateOf(receipt.id));
      await tried(step('clear', receipt.id), stateOf(receipt.id));
      return receipt;
    },
    reversed: async () => {
      const receipt = await received('bank');
      await tried(undoing(receipt.id), stateOf(receipt.id));
      return receipt;
    },
    bounced: async () => {
      const receipt = await received('cheque');
      await tried(undoing(receipt.id, true), stateOf(receipt.id));
      return receipt;
    },
    'bounced and deposited again': async () => {
      const receipt = await received('cheque');
      await tried(undoing(receipt.id, true), stateOf(receipt.id));
      await tried(step('redeposit', receipt.id), stateOf(receipt.id));
      return receipt;
    },
  };
  const moves: Record<string, (id: string, allocationId: string) => Promise<Move>> = {
    allocate: async (id) => {
      const { id: invoiceId } = await desk.issued(60);
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
  const edges: Record<keyof typeof reach, Record<string, string>> = {
    posted: { allocate: 'posted', unallocate: 'posted', refund: 'posted', reverse: 'reversed' },
    'part refunded': { unallocate: 'posted', takeBackRefund: 'posted' },
    'posted cheque': {
      allocate: 'posted',
      unallocate: 'posted',
      reverse: 'reversed',
      bounce: 'bounced',
      deposit: 'deposited',
    },
    'deposited cheque': {
      allocate: 'deposited',
      unallocate: 'deposited',
      reverse: 'reversed',
      bounce: 'bounced',
      clear: 'cleared',
    },
    'cleared cheque': {
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
  it.each(pairs)('that is %s: %s', async (from, name) => {
    const { id, allocations } = await reach[from]();
    const move = await moves[name]?.(id, allocations[0]?.id ?? '');
    if (!move) throw new Error(`no move ${name}`);
    expect(await tried(move, stateOf(id))).toBe(edges[from][name] ?? 'refused');
  });
});
