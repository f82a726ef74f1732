import { sql } from 'kysely';
import type { TimelineEvent, clientTimeline } from '@daybook/contracts/crm/clients/client-timeline';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Page } from '@daybook/contracts/lists';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset } from '../../db/keyset.ts';
import { requireClient } from './require-client.queries.ts';
import { eventsOf, timelineSources } from './timeline-sources.ts';

type Row = Omit<TimelineEvent, 'by'> & { authorId: string | null };

/** A page of the timeline of a client, newest first. Amounts only with a money permission. Refuses NOT_FOUND. */
export async function listTimeline(
  db: Db,
  user: CurrentUser,
  { id, filter, ...page }: ParsedInputOf<typeof clientTimeline.list>,
): Promise<Page<TimelineEvent>> {
  await requireClient(db, user, id);
  const sources = timelineSources(user, id, filter.kind);
  if (sources.length === 0) return { rows: [], pageSize: page.pageSize, next: null, previous: null };
  const events = sql<Row>`(${sql.join(sources.map(eventsOf), sql` union all `)})`;
  const query = db
    .selectFrom(events.as('event'))
    .leftJoin('appUser as person', 'person.id', 'event.authorId')
    .select([
      'event.id',
      'event.kind',
      'event.step',
      'event.at',
      'event.label',
      'event.amount',
      'event.currency',
      'event.record',
      sql<TimelineEvent['by']>`case when person.id is not null
        then jsonb_build_object('id', person.id, 'label', person.name) end`.as('by'),
      sql<string>`to_char(event.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`.as('moment'),
    ]);
  const keys = [
    { by: sql`event.at at time zone 'UTC'`, of: (row: { moment: string }) => row.moment },
    { by: sql.ref('event.id'), of: (row: { id: string }) => row.id },
  ];
  const { rows, ...pages } = await pageByKeyset(query, keys, true, page);
  const hidden = seesMoney(user) ? {} : { amount: null, currency: null };
  return { ...pages, rows: rows.map(({ moment: _moment, ...row }) => ({ ...row, ...hidden })) };
}
