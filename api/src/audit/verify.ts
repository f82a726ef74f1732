import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export interface AuditFinding {
  seq: number;
  eventId: number;
  /** `altered`: the row differs from its hash. `missing`: a sealed row is gone. `order`: the chain does not follow from the previous row. */
  fault: 'altered' | 'missing' | 'order';
}

/** Walks the whole chain and reports each broken row. `unsealed` is the delta that is not sealed yet. */
export async function verifyAudit(
  db: Db,
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
  return {
    findings: broken.rows,
    sealed: counted.rows[0]?.sealed ?? 0,
    unsealed: counted.rows[0]?.unsealed ?? 0,
  };
}
