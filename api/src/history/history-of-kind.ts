import { sql } from 'kysely';
import { userTypeOf } from '@daybook/contracts/endpoint';
import type { Allow } from '@daybook/contracts/endpoint';
import { entities, pluralOf } from '@daybook/contracts/entities';
import type { Entity } from '@daybook/contracts/entity';
import { historyKinds } from '@daybook/contracts/history';
import type { HistoryKind } from '@daybook/contracts/history';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import { mayCall } from '../auth/may-call.ts';
import type { Db } from '../db/database.ts';
import { kindsOfHistory } from './history-kinds.ts';
import type { HistoryOfKind } from './history-kinds.ts';

/** A plain master: whoever may open any of them may open all. */
const findMaster =
  (kind: HistoryKind) =>
  async (db: Db, _user: CurrentUser, id: string): Promise<void> => {
    const { rows } = await sql`select id from ${sql.table(kind)} where id = ${id}`.execute(db);
    if (rows.length === 0) throw new Refusal('NOT_FOUND');
  };

/** Who may open its screen. */
function allowOf(kind: HistoryKind): Allow {
  const { allow }: Entity = entities[kind];
  if (allow === undefined) throw new Error(`Nothing says who may read the history of a ${kind}.`);
  if (typeof allow !== 'string') return { anyOf: allow };
  return allow === 'admin' ? userTypeOf('super_admin', 'admin') : userTypeOf('super_admin');
}

const wholeOf = (kind: HistoryKind) => {
  const given: HistoryOfKind = kindsOfHistory[kind] ?? {};
  return {
    own: [kind],
    domains: [pluralOf(kind)],
    find: findMaster(kind),
    ...given,
    allow: given.allow ?? allowOf(kind),
  };
};

/** What the history of each kind needs, with what an entry leaves unsaid. */
export const historyOfKind = Object.fromEntries(historyKinds.map((kind) => [kind, wholeOf(kind)])) as Record<
  HistoryKind,
  ReturnType<typeof wholeOf>
>;

/** Refuses whoever may not open the record: PERM_DENIED, and NOT_FOUND out of scope. */
export async function requireReader(
  db: Db,
  user: CurrentUser,
  { kind, id }: { kind: HistoryKind; id: string },
): Promise<void> {
  const { allow, find } = historyOfKind[kind];
  mayCall({ allow }, user);
  await find(db, user, id);
}
