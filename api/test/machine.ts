import type { Endpoint } from '@daybook/contracts/endpoint';
import { requestOf } from '../src/http/request-of.ts';
import type { Caller, TestApi } from './test-api.ts';

export interface Move {
  endpoint: Endpoint;
  input: Record<string, unknown>;
  version?: number;
}

/** What is made once for each name. A refused command changes nothing, so the next one is tried on the same record. */
export function oncePerName<T>(): (name: string, make: () => Promise<T>) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (name, make) => {
    const one = made.get(name) ?? make();
    made.set(name, one);
    return one;
  };
}

interface Answer {
  code?: string;
  errors?: Record<string, { code: string }[]>;
}

/** Everything stored about documents and money, to show that a refusal changed nothing. */
export async function booksOf(api: TestApi): Promise<unknown> {
  const { rows } = await api.ownerPool.query(
    `select (select count(*) from journal_entry) as entries, (select count(*) from document_number) as numbers,
       (select md5(string_agg(allocation::text, '|' order by allocation.id)) from allocation) as allocations,
       (select md5(string_agg(write_off::text, '|' order by write_off.id)) from write_off) as write_offs,
       (select md5(string_agg(refund::text, '|' order by refund.id)) from receipt_refund refund) as refunds,
       (select md5(string_agg(status::text, '|' order by state.invoice_id)) from invoice_state state) as invoices,
       (select md5(string_agg(status::text, '|' order by state.receipt_id)) from receipt_state state) as receipts,
       (select md5(string_agg(client::text, '|' order by client.id)) from client) as clients,
       (select count(*) from audit_event where entity <> 'refusal') as events`,
  );
  return rows[0];
}

const refusedBy = ({ code = '', errors = {} }: Answer): string => Object.values(errors)[0]?.[0]?.code ?? code;

/**
 * Tries the move first without the right to it, then with it. Returns `done` or the refusal code (that of a field first). A
 * refusal must change nothing and have one of these statuses; 400 is an import that names its rows.
 */
export async function triedBy(
  api: TestApi,
  { able, barred }: Record<'able' | 'barred', Caller>,
  { endpoint, input, version }: Move,
): Promise<string> {
  const request = requestOf(endpoint, input, version === undefined ? {} : { version });
  const before = await booksOf(api);
  const denied = (await barred.inject(request)).json<Answer>().code;
  if (denied !== 'PERM_DENIED') return `without the right: ${denied ?? 'done'}`;
  expect(await booksOf(api)).toEqual(before);
  const answer = await able.inject(request);
  if (answer.statusCode === 200) return 'done';
  expect([400, 404, 409, 422]).toContain(answer.statusCode);
  expect(await booksOf(api)).toEqual(before);
  return refusedBy(answer.json<Answer>());
}
