import { sql } from 'kysely';
import type { ClientSeries } from '@daybook/contracts/crm/clients/client-summary';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { readAllSeries } from '../../recurrence/series-due.ts';
import { daysOfManySeries } from '../../recurrence/settle-missed.ts';
import { getClient } from './clients.queries.ts';

/** The client's series that have not ended, by title, up to a limit. */
const mostNamed = 200;

/** Refuses NOT_FOUND. */
export async function seriesOfClient(
  db: Db,
  user: CurrentUser,
  clientId: string,
): Promise<{ series: ClientSeries[] }> {
  await getClient(db, user, clientId);
  const { rows } = await sql<
    Omit<ClientSeries, 'missed'>
  >`select id, kind, title, status, paused_for from series
    where client_id = ${clientId} and status in ('active', 'paused')
    order by kind desc, title collate "und-x-icu", id limit ${mostNamed}`.execute(db);
  const due = await readAllSeries(
    db,
    rows.map(({ id }) => id),
  );
  const standings = await daysOfManySeries(db, due);
  const missed = new Map(due.map(({ id }, index) => [id, missedOf(standings[index]?.missed ?? [])]));
  return { series: rows.map((row) => ({ ...row, missed: missed.get(row.id) ?? null })) };
}

/** Days that somebody skipped on purpose are not missed. */
function missedOf(days: readonly { due: string; skippedFor: string | null }[]): ClientSeries['missed'] {
  const due = days.filter(({ skippedFor }) => skippedFor === null).map((day) => day.due);
  const [from] = due;
  return from === undefined ? null : { count: due.length, from, to: due.at(-1) ?? from };
}
