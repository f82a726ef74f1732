import type pg from 'pg';
import { routes } from '@daybook/api/routes';
import { pathParams } from '@daybook/contracts/endpoint';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { pluralOf } from '@daybook/contracts/entities';
import { historyKinds } from '@daybook/contracts/history';
import type { HistoryKind } from '@daybook/contracts/history';
import { lookupKinds } from '@daybook/contracts/lookups';
import { lists } from './list-cases.ts';
import type { ListCase } from './list-cases.ts';
import { typing } from './typing.ts';

type Input = Record<string, unknown>;

/** The records that a person finds in each list, as inputs of the endpoints that open them. */
export type Records = ReadonlyMap<string, Input[]>;

const reading = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, reads, file, allow }) => method === 'GET' && reads && !file && allow !== 'public');

const goalMs = 25;
const goalSearchMs = 50;

export interface WalkCase extends ListCase {
  goalMs: number;
}

const today = () => new Date().toISOString().slice(0, 10);
const daysFrom = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

/** Where the records of a kind are listed; people by their type. */
const listOf = (kind: HistoryKind): string =>
  kind === 'person' ? '/executives' : `/${pluralOf(kind).replaceAll('_', '-')}`;

const pickOf = (rows: readonly Input[]): Input => {
  const [{ clientId, entityId, currency } = {}] = rows;
  return { clientId, entityId, currency };
};

/** Inputs of the endpoints that are neither a list nor a record by its id. They are empty if the person sees no suitable record. */
function inputsOf(records: Records): Record<string, Input[]> {
  const now = today();
  const terms = pickOf(records.get('terms') ?? []);
  const { clientId, entityId } = terms;
  const search = Object.entries(typing);
  return {
    '/search': search.map(([name, q]) => ({ name, q })),
    '/lookups/:kind': lookupKinds.flatMap((kind) => [
      { name: kind, kind },
      ...['@', 'moreau', '上海', 'inv/19-20'].map((q) => ({ name: `${kind} “${q}”`, kind, q })),
    ]),
    '/history/:kind/:id': historyKinds.flatMap((kind) =>
      (records.get(listOf(kind)) ?? []).slice(0, 2).map(({ id }) => ({ name: kind, kind, id })),
    ),
    '/dashboards/work': [true, false].map((mine) => ({ name: mine ? 'mine' : 'all', today: now, mine })),
    '/dashboards/load': [{ today: now }],
    '/dashboards/money': [{ today: now }],
    '/dashboards/enquiries': [{ today: now }],
    '/saved-views': [{ list: 'invoice' }],
    '/exchange-rates/known': [{ from: 'USD', to: 'EUR', date: now }],
    '/tasks/board': [
      {},
      ...['textiles', '上海', 'm', '2024'].map((q) => ({ name: `“${q}”`, q })),
      { name: 'years of completed', years: true },
    ].map(({ years, ...rest }: Input) => ({
      ...rest,
      completedFrom: daysFrom(now, years === true ? -2_000 : -14),
    })),
    '/tasks/calendar': [
      { from: now, to: daysFrom(now, 41) },
      { name: '“textiles”', q: 'textiles', from: now, to: daysFrom(now, 41) },
      {
        name: 'completed',
        filter: { status: ['completed'] },
        from: daysFrom(now, -400),
        to: daysFrom(now, -359),
      },
    ],
    '/tasks/mine': ['doing', 'reviewing', 'waiting'].map((role) => ({ name: role, today: now, role })),
    '/tasks/workload': [{ today: now, from: now }],
    '/invoices/basis': [{ entityId, clientId, issueDate: now }],
    '/receipts/basis': [{ entityId }],
    '/receipts/advance-basis': [{ entityId, clientId, receiptDate: now }],
    '/receipts/open-invoices': [{ ...terms, date: now }],
    '/receipts/same-reference': [{ entityId, clientId, mode: 'bank', reference: 'UTR 1' }],
    '/credit-notes/basis': [terms],
    '/client-ledgers': [{ clientId, asOf: now }],
    '/client-ledgers/lines': [{ ...terms, asOf: now }],
    '/trial-balance': [{ entityId, asOf: now }],
    '/enquiries/duplicates': [{ email: 'enquiry7@enquiries.example', phone: '+919840012345' }],
  };
}

/** The list to whose records a path with an id belongs. */
const listAbove = (path: string): string => path.slice(0, path.indexOf('/:'));

function casesOf(endpoint: Endpoint, records: Records): WalkCase[] {
  const { path } = endpoint;
  const goal = path === '/search' ? goalSearchMs : goalMs;
  const known = inputsOf(records)[path];
  if (known)
    return known.map(({ name, ...input }) => ({
      endpoint,
      name: typeof name === 'string' ? name : '',
      inputs: [input],
      goalMs: goal,
    }));
  const params = pathParams(path);
  if (params.length > 1) return [];
  if (params.length === 1) {
    const inputs = (records.get(listAbove(path)) ?? []).map(({ id }) => ({ [params[0] ?? '']: id }));
    return inputs.length === 0 ? [] : [{ endpoint, name: '', inputs, goalMs: goal }];
  }
  return endpoint.input.safeParse({}).success ? [{ endpoint, name: '', inputs: [{}], goalMs: goal }] : [];
}

/** Every reading endpoint except files and lists; `bench:lists` measures the lists. */
export const walkOf = (records: Records): { cases: WalkCase[]; unasked: Endpoint[] } => {
  const each = reading
    .filter(({ path }) => !lists.some((list) => list.path === path || `${list.path}/total` === path))
    .map((endpoint) => ({ endpoint, cases: casesOf(endpoint, records) }));
  return {
    cases: each.flatMap(({ cases }) => cases),
    unasked: each.filter(({ cases }) => cases.length === 0).map(({ endpoint }) => endpoint),
  };
};

/** The client, entity and currency with the most documents that this person sees. */
export async function termsOf(owner: pg.Client, clientIds: readonly string[]): Promise<Input[]> {
  const { rows } = await owner.query<Input>(
    `select client_id as "clientId", entity_id as "entityId", currency from invoice_state
     where client_id = any ($1) group by 1, 2, 3 order by count(*) desc limit 1`,
    [clientIds],
  );
  return rows;
}
