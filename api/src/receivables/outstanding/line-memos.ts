import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { OutstandingBy, OutstandingLine } from '@daybook/contracts/receivables/outstanding/outstanding';
import { byOf, dayOf } from './outstanding-lines.ts';
import type { Asked } from './outstanding-lines.ts';

/** What stands beside the amounts of a client's line. */
export type Memos = Pick<
  OutstandingLine,
  'lastReceiptOn' | 'postdated' | 'promised' | 'promise' | 'lastContactAt' | 'levelDue'
>;

export const labelOf = (by: OutstandingBy) =>
  sql<string>`(${by === 'client' ? sql`select name from client where id = line.who_id` : sql`line.name`})`.as(
    'label',
  );

/** Only what concerns the asked billing entity. */
const ofEntity = ({ filter: { entityId } }: Asked, column: string) =>
  entityId === undefined ? sql`` : sql`and coalesce(${sql.ref(column)}, ${entityId}) = ${entityId}`;

const ofLine = sql`client_id = line.who_id and currency = line.currency`;

/** Read for the lines of a page alone; a line that is not of one client has none of them. */
export function memosOf(asked: Asked) {
  const isOfClient = byOf(asked) === 'client';
  const memo = <Value>(of: RawBuilder<unknown>, none: RawBuilder<unknown>) =>
    isOfClient ? sql<Value>`(${of})` : sql<Value>`${none}`;
  return [
    memo<Memos['lastReceiptOn']>(
      sql`select receipt.receipt_date from receipt join receipt_state state on state.receipt_id = receipt.id
        where receipt.client_id = line.who_id and receipt.receipt_date <= ${dayOf(asked)} and state.status = 'posted'
        order by receipt.receipt_date desc limit 1`,
      sql`null::date`,
    ).as('lastReceiptOn'),
    memo<Memos['postdated']>(
      sql`select coalesce(sum(amount), 0)::bigint from postdated_cheque cheque
        where ${ofLine} and status = 'waiting' ${ofEntity(asked, 'cheque.entityId')}`,
      sql`0::bigint`,
    ).as('postdated'),
    memo<Memos['promised']>(
      sql`select coalesce(sum(amount - received), 0)::bigint from promise
        where ${ofLine} and state = 'open' ${ofEntity(asked, 'promise.entityId')}`,
      sql`0::bigint`,
    ).as('promised'),
    memo<Memos['promise']>(
      sql`select jsonb_build_object('state', state, 'dueOn', due_on) from promise
        where ${ofLine} and state not in ('superseded', 'withdrawn') ${ofEntity(asked, 'promise.entityId')}
        order by created_at desc, id desc limit 1`,
      sql`null::jsonb`,
    ).as('promise'),
    memo<Memos['lastContactAt']>(
      sql`select to_jsonb(happened_at at time zone 'UTC') #>> '{}' || 'Z' from follow_up log where log.client_id = line.who_id
        and not exists (select from follow_up later where later.corrects_id = log.id)
        order by happened_at desc, id desc limit 1`,
      sql`null::text`,
    ).as('lastContactAt'),
    memo<Memos['levelDue']>(
      sql`select jsonb_build_object('no', level.no, 'name', level.name)
        from reminder_proposal proposed join reminder_level level on level.entity_id = proposed.entity_id and level.no = proposed.level
        where proposed.client_id = line.who_id ${ofEntity(asked, 'proposed.entityId')}
        order by level.no desc, level.entity_id limit 1`,
      sql`null::jsonb`,
    ).as('levelDue'),
  ] as const;
}
