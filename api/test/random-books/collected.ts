import { NOTHING, minor, share, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { collections } from '@daybook/contracts/receivables/collections/collections';
import type { CollectionGrouping } from '@daybook/contracts/receivables/collections/collections';
import type { Caller, TestApi } from '../test-api.ts';

interface Line {
  service: string;
  department: string;
  net: number;
}

interface Document {
  id: string;
  currency: string;
  receiptDate: string;
  reversedOn: string | null;
  amount: number;
  withheld: number;
  bankCharge: number;
  refunded: number;
  /** The allocations that stand, or that ended with the receipt. */
  allocations: { amount: number; isOpening: boolean; lines: Line[] }[];
}

const documents = `select receipt.id, receipt.currency, receipt.receipt_date::text as "receiptDate", state.reversed_on::text as "reversedOn",
  amount::float8 as amount, withheld::float8 as withheld, bank_charge::float8 as "bankCharge", refunded::float8 as refunded,
  coalesce((select json_agg(json_build_object('amount', allocation.amount, 'isOpening', invoice.opening_on is not null,
    'lines', coalesce((select json_agg(json_build_object('service', coalesce(service_id::text, 'none'),
      'department', coalesce(department_id::text, 'none'), 'net', net)) from invoice_line where invoice_id = invoice.id), '[]')))
    from allocation join invoice on invoice.id = allocation.invoice_id
    where allocation.receipt_id = receipt.id and (allocation.reversed_at is null or allocation.reversed_at = state.reversed_at)),
    '[]') as allocations
  from receipt join receipt_state state on state.receipt_id = receipt.id
  where receipt.entity_id = $1 and opening_on is null order by receipt.id`;

/** A part of a receipt or of its reversal, which settles lines of one service and department. */
interface CollectedPart {
  receiptId: string;
  date: string;
  sign: 1 | -1;
  currency: string;
  service: string;
  department: string;
  gross: Minor;
  withheld: Minor;
  net: Minor;
}

type Weighed = readonly [key: string, weight: Minor];

/** The amounts of each key, in the order of the keys. */
const byKey = (parts: readonly Weighed[]): Weighed[] =>
  [...Map.groupBy(parts, ([key]) => key)]
    .map(([key, of]) => [key, sum(of.map(([, amount]) => amount))] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

function settledLines({ amount, isOpening, lines }: Document['allocations'][number]): Weighed[] {
  const nets = byKey(
    lines.map(({ service, department, net }) => [`${service} ${department}`, minor(net)] as const),
  );
  const weights = nets.map(([, net]) => net);
  if (sum(weights) <= 0) return [[isOpening ? 'opening opening' : 'none none', minor(amount)]];
  return share(minor(amount), weights).map((part, at) => [nets[at]?.[0] ?? '', part]);
}

function partsOf(receipt: Document): Omit<CollectedPart, 'date' | 'sign'>[] {
  const { id: receiptId, currency, allocations } = receipt;
  const gross = sum([minor(receipt.amount), minor(receipt.withheld), minor(receipt.bankCharge)]);
  const settled = byKey(allocations.flatMap(settledLines));
  const rest = subtract(
    gross,
    sum([minor(receipt.refunded), ...allocations.map(({ amount }) => minor(amount))]),
  );
  const pieces = byKey(
    [
      ...settled,
      ['unallocated unallocated', rest] as const,
      ['refunded refunded', minor(receipt.refunded)] as const,
    ].filter(([key, amount]) => amount !== 0 || settled.some(([one]) => one === key)),
  );
  const withheld = share(
    minor(receipt.withheld),
    pieces.map(([, amount]) => amount),
  );
  const held = (at: number) => withheld[at] ?? NOTHING;
  const charges = share(
    minor(receipt.bankCharge),
    pieces.map(([, amount], at) => subtract(amount, held(at))),
  );
  return pieces.map(([key, amount], at) => {
    const [service = '', department = ''] = key.split(' ');
    const net = subtract(amount, sum([held(at), charges[at] ?? NOTHING]));
    return { receiptId, currency, service, department, gross: amount, withheld: held(at), net };
  });
}

const negative = (part: Omit<CollectedPart, 'date' | 'sign'>) => ({
  ...part,
  gross: subtract(NOTHING, part.gross),
  withheld: subtract(NOTHING, part.withheld),
  net: subtract(NOTHING, part.net),
});

/** What an entity collected, computed in TypeScript from its documents alone. */
async function collectedOf(api: TestApi, entityId: string): Promise<CollectedPart[]> {
  const { rows } = await api.ownerPool.query<Document>(documents, [entityId]);
  return rows.flatMap((receipt) => {
    const parts = partsOf(receipt);
    const { receiptDate, reversedOn } = receipt;
    return [
      ...parts.map((part) => ({ ...part, date: receiptDate, sign: 1 as const })),
      ...(reversedOn === null
        ? []
        : parts.map((part) => ({ ...negative(part), date: reversedOn, sign: -1 as const }))),
    ];
  });
}

interface Counted {
  currency: string;
  gross: Minor;
  withheld: Minor;
  net: Minor;
}

/** The sums of parts by currency and key. */
function sumsOf<Part extends Counted>(parts: readonly Part[], keyOf: (part: Part) => string) {
  const groups = Map.groupBy(parts, (part) => `${part.currency} ${keyOf(part)}`);
  return Object.fromEntries(
    [...groups].map(([key, of]) => [
      key,
      {
        gross: sum(of.map((part) => part.gross)),
        withheld: sum(of.map((part) => part.withheld)),
        net: sum(of.map((part) => part.net)),
      },
    ]),
  );
}

/**
 * The report of an entity in one grouping, beside what its documents say; with rows that name neither service nor department, only
 * their sums.
 */
export async function collectedBothWays(
  api: TestApi,
  caller: Caller,
  entityId: string,
  by: CollectionGrouping,
) {
  const isByLine = by === 'service' || by === 'department';
  const filter = { entityId, from: '2026-01-01', to: '2199-12-31', by };
  const { rows } = await caller.call(collections.list, { filter, pageSize: 100 });
  const reported = rows.map(({ currency, keys, gross, withheld, net }) => ({
    currency,
    key: isByLine ? (keys[0]?.id ?? '') : '',
    gross,
    withheld,
    net,
  }));
  const parts = await collectedOf(api, entityId);
  return {
    reported: sumsOf(reported, ({ key }) => key),
    documents: sumsOf(parts, (part) => (isByLine ? part[by] : '')),
  };
}
