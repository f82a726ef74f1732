import { sql } from 'kysely';
import { moneyHistoryKinds } from '@daybook/contracts/receivables/follow-up/follow-up-history';
import type {
  HistoryEvent,
  HistoryKind,
  followUpHistory,
} from '@daybook/contracts/receivables/follow-up/follow-up-history';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Page } from '@daybook/contracts/lists';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset } from '../../db/keyset.ts';
import { askedClient } from './asked-clients.queries.ts';
import { eventsOf, historySources } from './history-sources.ts';
import { owedByOne } from './owed.queries.ts';

type Input = Pick<ParsedInputOf<typeof followUpHistory.list>, 'id' | 'cursor' | 'pageSize' | 'filter'>;

type Details = Pick<
  HistoryEvent,
  'followUp' | 'isCorrected' | 'promise' | 'dispute' | 'responsible' | 'pause'
>;
type Row = Omit<HistoryEvent, keyof Details> & { details: Partial<Details> };

const isOfMoney = (one: HistoryKind) => (moneyHistoryKinds as readonly HistoryKind[]).includes(one);

function shown({ details, ...row }: Row, showsMoney: boolean): HistoryEvent {
  return {
    ...row,
    ...(!showsMoney && { amount: null, currency: null, document: null }),
    followUp: null,
    isCorrected: false,
    promise: null,
    dispute: null,
    responsible: null,
    pause: null,
    ...details,
  };
}

/** The timeline of a client, newest first. Without a money permission it has no documents and no amounts. Refuses NOT_FOUND. */
export async function listHistory(
  db: Db,
  user: CurrentUser,
  { id, filter, ...page }: Input,
): Promise<Page<HistoryEvent>> {
  const { clients } = await askedClient(db, user, id);
  const showsMoney = seesMoney(user);
  const { kind: wanted } = filter;
  const found = historySources(user).filter(
    ({ kinds }) =>
      kinds.some((one) => wanted === undefined || wanted.includes(one)) &&
      (showsMoney || !kinds.some(isOfMoney)),
  );
  if (found.length === 0) return { rows: [], pageSize: page.pageSize, next: null, previous: null };
  const events = sql<Row & { clientId: string; authorId: string }>`(
    with asked as materialized (select unnest(${clients.map((one) => one.id)}::uuid[]) as id)
    ${sql.join(
      found.map(({ parts }) => eventsOf(parts)),
      sql` union all `,
    )})`;
  const query = db
    .selectFrom(events.as('event'))
    .innerJoin('client', 'client.id', 'event.clientId')
    .leftJoin('appUser as person', 'person.id', 'event.authorId')
    .select([
      'event.kind',
      'event.id',
      'event.at',
      'event.on',
      'event.details',
      'event.note',
      'event.currency',
      'event.amount',
      'event.document',
      sql<HistoryEvent['client']>`jsonb_build_object('id', client.id, 'label', client.name)`.as('client'),
      sql<HistoryEvent['by']>`case when person.id is not null
        then jsonb_build_object('id', person.id, 'label', person.name) end`.as('by'),
      sql<string>`to_char(event.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`.as('moment'),
    ])
    .$if(wanted !== undefined, (rows) => rows.where('event.kind', 'in', wanted ?? []));
  const keys = [
    { by: sql`event.at at time zone 'UTC'`, of: (row: { moment: string }) => row.moment },
    { by: sql.ref('event.id'), of: (row: { id: string }) => row.id },
  ];
  const { rows, ...pages } = await pageByKeyset(query, keys, true, page);
  return { ...pages, rows: rows.map(({ moment: _moment, ...row }) => shown(row, showsMoney)) };
}

/** A page of the timeline, with the balance beside it. Refuses NOT_FOUND. */
export async function openHistory(db: Db, user: CurrentUser, input: Input) {
  const asked = await askedClient(db, user, input.id);
  const page = await listHistory(db, user, input);
  const owed = seesMoney(user) ? await owedByOne(db, asked) : null;
  return { ...page, client: { id: input.id, label: asked.label }, isErased: asked.isErased, owed };
}
