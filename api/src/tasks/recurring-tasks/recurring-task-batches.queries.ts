import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import type { Minor } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import { mostMissedListed } from '@daybook/contracts/recurrence/series-steps';
import type { SeriesFields } from '@daybook/contracts/recurrence/series';
import { mostClients } from '@daybook/contracts/tasks/recurring-tasks/recurring-task-batches';
import type {
  BatchClient,
  recurringTaskBatches,
} from '@daybook/contracts/tasks/recurring-tasks/recurring-task-batches';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { aroundTerms } from '../../recurrence/around-series.ts';
import { checkBehind, endOf } from '../../recurrence/open-series.ts';
import { partedBy } from '../../recurrence/plan-series.ts';
import { inScope } from '../../scope.ts';

type PreviewInput = ParsedInputOf<typeof recurringTaskBatches.preview>;

interface Wanted {
  id: string;
  name: string;
  isActive: boolean;
  today: string;
  present: Reference | null;
  entity: Reference;
  currency: string;
  fee: Minor | null;
}

/** The category’s fee in the currency of the entity that bills the client, else the price of the service in it; null without either. */
export const usualFeeOf = (categoryId: string, serviceId: string | null) => sql<Minor | null>`coalesce(
  (select category.fee from recurring_task_category category where category.id = ${categoryId}
     and category.service_id is not distinct from ${serviceId}::uuid and category.currency = entity.base_currency),
  (select service.price from service where service.id = ${serviceId}::uuid
     and service.currency = entity.base_currency))`;

/** The clients that were named and those that the filter finds, within the caller’s scope; one more than a call accepts. */
async function clientsOf(db: Db, user: CurrentUser, input: PreviewInput): Promise<Wanted[]> {
  const { categoryId, serviceId, clientIds, found } = input;
  const isNamed = sql`client.id = any (${clientIds}::uuid[])`;
  const isFound = found
    ? sql`(client.status = 'active'
        and (${found.groupId ?? null}::uuid is null or client.group_id = ${found.groupId ?? null}::uuid)
        and (${found.departmentId ?? null}::uuid is null or client.id in
          (select client_id from client_department where department_id = ${found.departmentId ?? null}::uuid))
        and (${found.tag ?? null}::text is null or ${found.tag ?? null}::text = any (client.tags))
        and (${found.entityId ?? null}::uuid is null or client.default_entity_id = ${found.entityId ?? null}::uuid)
        and (${found.taxTreatment ?? null}::text is null or client.tax_treatment = ${found.taxTreatment ?? null}::text)
        and (${found.scheme ?? null}::text is null or client.id in
          (select client_id from client_registration where scheme = ${found.scheme ?? null}::text
            and (valid_to is null or valid_to >= current_date))))`
    : sql`false`;
  const { rows } =
    await sql<Wanted>`select * from (select client.id, client.name, client.status = 'active' as is_active,
      (now() at time zone entity.timezone)::date as today, entity.base_currency as currency,
      jsonb_build_object('id', entity.id, 'label', entity.name) as entity, ${usualFeeOf(categoryId, serviceId)} as fee,
      (select jsonb_build_object('id', series.id, 'label', series.title) from series
        join recurring_task terms on terms.series_id = series.id
        where series.client_id = client.id and series.kind = 'task' and series.status in ('active', 'paused')
          and terms.category_id = ${categoryId} order by series.id limit 1) as present
    from client join billing_entity entity on entity.id = client.default_entity_id
    where (${isNamed} or ${isFound}) and ${inScope.client(user, sql.ref('client.id'))}) as wanted
    -- If more are found than a call accepts, clients that do not have the series yet come first.
    order by present is not null, name collate "und-x-icu", id limit ${mostClients + 1}`.execute(db);
  return rows;
}

/**
 * The missed and the upcoming days of the terms, as of a date. Results are stored by date: wherever the clients are, it is one of
 * two or three dates. Refuses as `endOf` does, and the returned function as `checkBehind`.
 */
export async function standingsOn(db: Db, terms: Omit<SeriesFields, 'clientId'>) {
  const { rule, startsOn } = terms;
  const lastOn = endOf({ ...terms, clientId: '' });
  const around = await aroundTerms(db, rule);
  const parted = new Map<string, ReturnType<typeof partedBy>>();
  return (day: string) => {
    checkBehind(terms, day);
    const known =
      parted.get(day) ??
      partedBy({ kind: 'task', ...rule, startsOn, lastOn }, around, {
        after: addDays(startsOn, -1),
        by: 'due',
        day,
        most: 1,
      });
    parted.set(day, known);
    return known;
  };
}

/** A preview, client by client, of terms that are not stored. Refuses as `endOf` does. */
export async function previewBatch(
  db: Db,
  user: CurrentUser,
  input: PreviewInput,
): Promise<{ clients: BatchClient[]; areMore: boolean }> {
  const standingOn = await standingsOn(db, { ...input, title: '', zone: null });
  const clients = await clientsOf(db, user, input);
  return {
    clients: clients
      .slice(0, mostClients)
      .map(({ id, name, isActive, today, present, entity, currency, fee }) => {
        const { behind, ahead } = standingOn(today);
        return {
          client: { id, label: name },
          isActive,
          present,
          entity,
          currency,
          ...(seesMoney(user) && { fee }),
          nextDue: ahead[0]?.due ?? null,
          missed: behind.slice(-mostMissedListed).map(({ nominal }) => nominal),
        };
      }),
    areMore: clients.length > mostClients,
  };
}
