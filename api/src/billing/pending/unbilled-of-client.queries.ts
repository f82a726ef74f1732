import { sql } from 'kysely';
import type { UnbilledOfClient } from '@daybook/contracts/billing/pending/unbilled-hours';
import { sum } from '@daybook/contracts/money/money';
import type { CurrentUser } from '../../auth/current-user.ts';
import { requireClient } from '../../crm/clients/require-client.queries.ts';
import type { Db } from '../../db/database.ts';
import { entriesOf, hoursTasksWith } from './unbilled-hours.queries.ts';
import { hoursOf } from './unbilled-hours.rules.ts';

/** The unbilled hours of a client by currency. Refuses NOT_FOUND, even for a client outside the caller’s scope. */
export async function unbilledOfClient(db: Db, user: CurrentUser, id: string): Promise<UnbilledOfClient> {
  await requireClient(db, user, id);
  const tasks = await hoursTasksWith(db, sql.lit(true), { filter: { clientId: id } }).execute();
  const entries = Map.groupBy(await entriesOf(db, tasks, {}), ({ taskId }) => taskId);
  const hours = tasks.map((task) => ({ ...task, ...hoursOf(entries.get(task.id) ?? [], task) }));
  const byCurrency = [...Map.groupBy(hours, ({ currency }) => currency)];
  return {
    sums: byCurrency
      .map(([currency, all]) => ({
        currency,
        minutes: all.reduce((minutes, one) => minutes + one.minutes, 0),
        unratedMinutes: all.reduce((minutes, one) => minutes + one.unratedMinutes, 0),
        value: sum(all.map(({ value }) => value)),
      }))
      .toSorted((a, b) => a.currency.localeCompare(b.currency)),
  };
}
