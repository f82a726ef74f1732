import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Db } from '../db/database.ts';
import { isAlone } from '../db/is-alone.ts';
import { every } from '../every.ts';

const everyMs = 1_000;
const passedOverMs = 60_000;
const batch = 2_000;
const lockKey = 4_217_002;

/** Rows of transactions that could no longer be running. */
const isFinal = sql`xid < pg_snapshot_xmin(pg_current_snapshot())`;

/**
 * Unsealed rows come after the last seal by their transaction id or, in a restored database where transaction ids start again, by
 * their own id. Each has an index of its own and is read row by row; otherwise the whole log would be read every second.
 */
const next = sql`
  (select id, xid, hash from audit_event
    where (xid, id) > (coalesce((select xid from place), '0'), coalesce((select id from place), 0)) and ${isFinal}
      and (select true from audit_seal where event_id = audit_event.id) is not true
    order by xid, id limit ${batch})
  union all
  (select id, xid, hash from audit_event
    where id > (select event_id from audit_seal where event_id <= (select max(id) from audit_event) order by event_id desc limit 1)
      and (xid, id) < ((select xid from place), (select id from place)) and ${isFinal}
    order by id limit ${batch})`;

/**
 * Rows that a wrong seal made the sealer pass over. Only while no other row waits: what merely waits for its turn must not lose its
 * place.
 */
const passedOver = sql`
  select id, xid, hash from audit_event
  where at between now() - interval '1 day' and now() - interval '1 minute' and ${isFinal}
    and (select true from audit_seal where event_id = audit_event.id) is not true`;

/** A wrong seal is reported by the check of the chain; the sealer goes on from it. */
async function seal(root: Db, unsealed: RawBuilder<unknown>): Promise<number> {
  return root.transaction().execute(async (db) => {
    if (!(await isAlone(db, lockKey))) return 0;
    const sealed = await sql`
      with last as (select seq, hash from audit_seal order by seq desc limit 1),
      place as (
        select e.xid, e.id from audit_seal s join audit_event e on e.id = s.event_id order by s.seq desc limit 1
      ),
      unsealed as (${unsealed})
      insert into audit_seal (seq, event_id, hash)
      select coalesce((select seq from last), 0) + row_number() over in_order, id,
        hash_chain(hash, coalesce((select hash from last), ''::bytea)) over in_order
      from (select * from unsealed order by xid, id limit ${batch}) as next
      window in_order as (order by xid, id)`.execute(db);
    return Number(sealed.numAffectedRows ?? 0);
  });
}

/**
 * Chains the audit rows of finished transactions: each hash covers the row and the previous hash. Rows of a transaction that
 * could still be running wait, so the order is final (docs/rules.md#audit-log). Returns how many rows it sealed.
 */
export const sealBatch = (root: Db): Promise<number> => seal(root, next);

/** Returns how many rows it sealed that the sealer had passed over. */
export async function sealPassedOver(root: Db): Promise<number> {
  return (await sealBatch(root)) > 0 ? 0 : seal(root, passedOver);
}

/** Seals every second; the returned function stops it. Several servers may run it; one of them works at a time. */
export function sealAudit({ db }: Database, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const failed = (error: Error) => log.warn({ err: error }, 'audit rows could not be sealed and wait');
  const stops = [
    every(everyMs, () => sealBatch(db), failed),
    every(passedOverMs, () => sealPassedOver(db), failed),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
