import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Head } from './kept-head.ts';

export interface AuditFinding {
  seq: number;
  eventId: number;
  /**
   * `altered`: the row differs from its hash. `missing`: a sealed row is gone. `order`: the chain does not follow from the previous row.
   * `cut`: the chain ends before the head that was kept outside. `rewritten`: it was sealed anew since then.
   */
  fault: 'altered' | 'missing' | 'order' | 'cut' | 'rewritten';
}

/** Whether the chain still leads to the head that was kept outside; null if it does. */
export async function compareHead(db: Db, { seq, eventId, hash }: Head): Promise<AuditFinding | null> {
  const seal = await db
    .selectFrom('auditSeal')
    .select(sql<string>`encode(hash, 'hex')`.as('hash'))
    .where('seq', '=', seq)
    .executeTakeFirst();
  if (seal?.hash === hash) return null;
  return { seq, eventId, fault: seal ? 'rewritten' : 'cut' };
}

/** Walks the whole chain and reports each broken row. `unsealed` is the delta that is not sealed yet. */
export async function verifyAudit(
  db: Db,
  kept: Head | null = null,
): Promise<{ findings: AuditFinding[]; sealed: number; unsealed: number }> {
  const broken = await sql<AuditFinding>`
    with chain as (
      select s.seq, s.event_id, s.hash, lag(s.hash) over w as prior, lag(s.seq) over w as prior_seq
      from audit_seal s window w as (order by s.seq)
    )
    select chain.seq, chain.event_id,
      case when e.id is null then 'missing' when e.hash <> audit_hash(e) then 'altered' else 'order' end as fault
    from chain left join audit_event e on e.id = chain.event_id
    where e.id is null or e.hash <> audit_hash(e)
      or chain.hash <> sha256(coalesce(chain.prior, ''::bytea) || e.hash)
      or chain.seq <> coalesce(chain.prior_seq, 0) + 1
    order by chain.seq`.execute(db);
  const counted = await sql<{ sealed: number; unsealed: number }>`
    select (select count(*) from audit_seal) as sealed,
      (select count(*) from audit_event e where not exists (select from audit_seal s where s.event_id = e.id)) as unsealed`.execute(
    db,
  );
  const beyond = kept && (await compareHead(db, kept));
  return {
    findings: [...broken.rows, ...(beyond ? [beyond] : [])],
    sealed: counted.rows[0]?.sealed ?? 0,
    unsealed: counted.rows[0]?.unsealed ?? 0,
  };
}

/** Rows wait for older transactions, which end within seconds. */
const alarmAfter = sql`interval '5 minutes'`;

/** Since when a row of the audit log has waited too long for its seal; null if none has. Reads only the latest rows that are old enough. */
export async function overdueSince(db: Db): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select min(at) as since
    from (select id, at from audit_event where at < now() - ${alarmAfter} order by at desc, id desc limit 200) as late
    where not exists (select from audit_seal where event_id = late.id)`.execute(db);
  return rows[0]?.since ?? null;
}
