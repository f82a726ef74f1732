import { isDeepStrictEqual } from 'node:util';
import { invoiceStatuses } from '@daybook/contracts/billing/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices';
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
  version?: number;
}

/** Tries the move and answers the state it led to, or `refused`: then the books and the state are as they were. */
async function tried({ endpoint, input, version }: Move, stateOf: () => Promise<string>): Promise<string> {
  const before = [await books(), await stateOf()];
  const { statusCode } = await admin.inject(requestOf(endpoint, input, { version }));
  if (statusCode === 200) return stateOf();
  const isAsItWas = isDeepStrictEqual([await books(), await stateOf()], before);
  return [400, 409, 422].includes(statusCode) && isAsItWas
    ? 'refused'
    : `refused with ${statusCode}, but moved`;
}

const statusOf = (id: string) => async () => {
  const { rows } = await api.ownerPool.query<{ status: string }>(
    'select status from invoice_state where invoice_id = $1',
    [id],
  );
  return rows[0]?.status ?? 'gone';
};
const draftFields = () => ({
  entityId: desk.entityId,
  clientId: desk.clientId,
  issueDate: '2026-03-01',
  dueDate: '2026-03-31',
  currency: 'EUR',
  docLocale: 'en' as const,
});
const settling = (id: string, amount: number): Move => ({
  endpoint: receipts.create,
  input: desk.receipt(amount, { allocations: [{ invoiceId: id, amount }] }),
});
const linesOf = async (id: string) => {
  const { lines } = await admin.call(invoices.open, { id });
  return lines.map(({ description, qty, unitPrice, taxCode }) => ({
    description,
    qty,
    unitPrice,
    taxCodeId: taxCode.id,
  }));
};

describe('an invoice', () => {
  /** How a document of 100 gets into each state. What is written off comes with its own endpoint. */
  const reach: Partial<Record<(typeof invoiceStatuses)[number], () => Promise<string>>> = {
    draft: async () => {
      const issued = await desk.issued(100);
      return (await admin.call(invoices.create, { ...draftFields(), lines: await linesOf(issued.id) })).id;
    },
    issued: async () => (await desk.issued(100)).id,
    part_paid: async () => {
      const { id } = await desk.issued(100);
      await tried(settling(id, 40), statusOf(id));
      return id;
    },
    paid: async () => {
      const { id } = await desk.issued(100);
      await tried(settling(id, 100), statusOf(id));
      return id;
    },
    void: async () => {
      const { id, version } = await desk.issued(100);
      await admin.call(invoices.void, { id, voidDate: day, reason: 'Wrong' }, { version });
      return id;
    },
  };

  const moves: Record<string, (id: string) => Promise<Move>> = {
    edit: async (id) => ({
      endpoint: invoices.edit,
      input: { id, ...draftFields(), lines: await linesOf(id) },
    }),
    remove: async (id) => ({ endpoint: invoices.remove, input: { id } }),
    issue: async (id) => ({ endpoint: invoices.issue, input: { id } }),
    void: async (id) => ({ endpoint: invoices.void, input: { id, voidDate: day, reason: 'Wrong' } }),
    settle: async (id) => settling(id, 60),
    settleAll: async (id) => settling(id, 100),
  };

  /** domain.md §4; what is not here is refused. */
  const edges: Record<string, Record<string, string>> = {
    draft: { edit: 'draft', remove: 'gone', issue: 'issued' },
    issued: { void: 'void', settle: 'part_paid', settleAll: 'paid' },
    part_paid: { settle: 'paid' },
    paid: {},
    void: {},
  };

  const pairs = Object.keys(edges).flatMap((from) => Object.keys(moves).map((move) => [from, move] as const));
  it.each(pairs)('that is %s: %s', async (from, name) => {
    const id = (await reach[from as keyof typeof reach]?.()) ?? '';
    expect(await statusOf(id)()).toBe(from);
    const { version } = await admin.call(invoices.open, { id });
    const move = await moves[name]?.(id);
    if (!move) throw new Error(`no move ${name}`);
    const versioned = move.endpoint.versioned ? { ...move, version } : move;
    expect(await tried(versioned, statusOf(id))).toBe(edges[from]?.[name] ?? 'refused');
  });

  it('has no other states than these and what is written off', () => {
    expect(Object.keys(edges).toSorted()).toEqual(
      invoiceStatuses.filter((one) => one !== 'written_off').toSorted(),
    );
  });
});

const stateOf = (id: string) => async () => (await admin.call(receipts.open, { id })).state;
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
    'posted cheque': () => received('cheque'),
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
  };
  const edges: Record<keyof typeof reach, Record<string, string>> = {
    posted: { allocate: 'posted', unallocate: 'posted', reverse: 'reversed' },
    'posted cheque': { allocate: 'posted', unallocate: 'posted', reverse: 'reversed', bounce: 'bounced' },
    reversed: {},
    bounced: {},
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
