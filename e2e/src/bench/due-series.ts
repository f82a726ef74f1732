import type pg from 'pg';
import type { Db } from '@daybook/api/db/database';
import { makeClient, makeEntity } from '@daybook/api/test/fixtures/masters';
import { openSeriesFixture } from '@daybook/api/test/fixtures/series-fixture';

const clientCount = 500;

interface Asked {
  count: number;
  /** The percentage that cannot be issued: half of them because of a rule of the API, half because of a law of the database. */
  refusedPct: number;
}

/** The person who owns the series and reads the lists meanwhile, and the billing entities of the series. */
export interface DueSeries {
  personId: string;
  entityIds: string[];
}

/**
 * Clears the traces of an earlier run in the same firm: its refused series would be tried again during this run, and its people have the
 * e-mail addresses of this run's people.
 */
const makeRoom = [
  `update series_progress set next_on = null, next_nominal = null, next_try_at = null where stale or next_on <= current_date + 1`,
  `update app_user set email = id || '@earlier.example' where email like '%@daybook.test'`,
];

/** Creates one series as the API stores it, and copies it until there are `count`, all due today. */
export async function fillDueSeries(db: Db, owner: pg.Client, asked: Asked): Promise<DueSeries> {
  const { count, refusedPct } = asked;
  for (const statement of makeRoom) await owner.query(statement);
  const fixture = await openSeriesFixture(db);
  const lockedId = await makeEntity(db);
  await owner.query(
    'insert into period_lock (id, entity_id, locked_until) values (gen_random_uuid(), $1, current_date + 1)',
    [lockedId],
  );
  for (let more = 0; more < clientCount; more += 1)
    await makeClient(db, { entityId: fixture.entityId, crmId: fixture.personId });
  const today = new Date().toISOString().slice(0, 10);
  const rrule = `FREQ=MONTHLY;BYMONTHDAY=${Math.min(28, Number(today.slice(8)))}`;
  const first = await fixture.invoice({ rrule, startsOn: today });
  await owner.query(`create temp table fresh as
    select gen_random_uuid() as id, gen_random_uuid() as line_id, client.id as client_id,
      case when nth % 100 >= ${refusedPct} then 'none' when nth % 2 = 0 then 'rule' else 'law' end as refused_by
    from generate_series(1, ${count - 1}) nth
    join (select id, row_number() over (order by id) as place from client where default_entity_id = '${fixture.entityId}') client
      on client.place = 1 + nth % ${clientCount}`);
  for (const statement of [
    `insert into series (id, kind, client_id, title, rrule, starts_on, zone, catch_up) select fresh.id, kind, fresh.client_id, title, rrule,
       starts_on, zone, catch_up from fresh, series where series.id = '${first}'`,
    `insert into series_progress (series_id, done_through) select fresh.id, done_through from fresh, series_progress where series_id = '${first}'`,
    `insert into recurring_invoice (series_id, entity_id, mode, currency, doc_locale) select fresh.id,
       case refused_by when 'law' then '${lockedId}' else entity_id end, mode, currency, doc_locale
       from fresh, recurring_invoice where series_id = '${first}'`,
    `insert into recurring_invoice_line (id, series_id, no, description, qty, tax_code_id) select line_id, fresh.id, no, description, qty,
       tax_code_id from fresh, recurring_invoice_line where series_id = '${first}'`,
    `insert into recurring_invoice_price (line_id, series_id, valid_from, unit_price) select fresh.line_id, fresh.id,
       case refused_by when 'rule' then current_date + 400 else valid_from end, unit_price
       from fresh, recurring_invoice_price where series_id = '${first}'`,
    `update series_progress set stale = false, next_nominal = current_date, next_on = current_date
       where series_id = '${first}' or series_id in (select id from fresh)`,
    // PostgreSQL has no statistics on tables that were empty until now, and would plan as if they stayed small.
    'analyze series, series_progress, recurring_invoice, recurring_invoice_line, recurring_invoice_price, client',
  ])
    await owner.query(statement);
  return { personId: fixture.personId, entityIds: [fixture.entityId, lockedId] };
}
