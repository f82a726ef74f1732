import { sql } from 'kysely';
import type { RemoteLoadSummary } from '@daybook/contracts/remote-loads';
import type { Db } from '../db/database.ts';

const mostVersions = 20;

export async function summariseRemoteLoads(db: Db, days: number): Promise<RemoteLoadSummary[]> {
  const { rows } = await sql<RemoteLoadSummary>`
    with seen as (select * from remote_load where at > now() - make_interval(days => ${days}::int)),
    reasons as (
      select remote, version, jsonb_agg(jsonb_build_object('code', code, 'count', count) order by count desc, code) as codes
      from (select remote, version, code, count(*) from seen where code is not null group by remote, version, code) as each
      group by remote, version)
    select remote, version,
      count(*) filter (where outcome = 'loaded')::int as loaded,
      count(*) filter (where outcome = 'rolled_back')::int as rolled_back,
      count(*) filter (where outcome = 'failed')::int as failed,
      percentile_disc(0.5) within group (order by ms) filter (where outcome = 'loaded') as median_ms,
      percentile_disc(0.95) within group (order by ms) filter (where outcome = 'loaded') as slow_ms,
      coalesce((select codes from reasons where reasons.remote = seen.remote and reasons.version = seen.version), '[]') as codes,
      max(at) as last_at
    from seen group by remote, version order by last_at desc, remote limit ${mostVersions}`.execute(db);
  return rows;
}
