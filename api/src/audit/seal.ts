import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Db } from '../db/database.ts';
import { every } from '../every.ts';

const everyMs = 1_000;
const batch = 2_000;
const lockKey = 4_217_002;

/**
 * Chains the audit rows of finished transactions: each hash covers the row and the previous hash. Rows of a transaction that
 * could still be running wait, so the order is final (docs/rules.md#audit-log). Unsealed rows come after the last seal by their
 * transaction id or, in a restored database where transaction ids start again, by their own id. Each has an index of its own
 * and is read row by row; otherwise the whole log would be read every second. Returns how many rows it sealed.
 */
export async function sealBatch(root: Db): Promise<number> {
  return root.transaction().execute(async (db) => {
    const lock = await sql<{
      locked: boolean;
    }>`select pg_try_advisory_xact_lock(${lockKey}) as locked`.execute(db);
    if (!lock.rows[0]?.locked) return 0;
    const sealed = await sql`
      with last as (
        select s.seq, s.hash, e.xid, e.id, (select max(event_id) from audit_seal) as max_id
        from audit_seal s join audit_event e on e.id = s.event_id order by s.seq desc limit 1
      ),
      unsealed as (
        (select id, xid, hash from audit_event
          where (xid, id) > (coalesce((select xid from last), '0'), coalesce((select id from last), 0))
            and xid < pg_snapshot_xmin(pg_current_snapshot())
            and (select true from audit_seal where event_id = audit_event.id) is not true
          order by xid, id limit ${batch})
        union all
        (select id, xid, hash from audit_event
          where id > (select max_id from last) and (xid, id) < ((select xid from last), (select id from last))
            and xid < pg_snapshot_xmin(pg_current_snapshot())
          order by id limit ${batch})
      )
      insert into audit_seal (seq, event_id, hash)
      select coalesce((select seq from last), 0) + row_number() over in_order, id,
        hash_chain(hash, coalesce((select hash from last), ''::bytea)) over in_order
      from (select * from unsealed order by xid, id limit ${batch}) as next
      window in_order as (order by xid, id)`.execute(db);
    return Number(sealed.numAffectedRows ?? 0);
  });
}

/** Seals every second; the returned function stops it. Several servers may run it; one of them works at a time. */
export function sealAudit({ db }: Database, log: Pick<Logger, 'warn'>): () => Promise<void> {
  return every(
    everyMs,
    () => sealBatch(db),
    (error) => log.warn({ err: error }, 'audit rows could not be sealed and wait'),
  );
}
