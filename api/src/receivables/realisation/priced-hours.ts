import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Tasks for clients, with the billing entity and the department that their hours belong to: those that a fee or a bill of hours would have
 * (the function `department_of_line`). A task that is not billable belongs to the usual billing entity of its client.
 */
export const tasksWhere = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select task.id as task_id, task.client_id, coalesce(task.category_id, task.recurring_category_id) as category_id, task.service_id,
    task.billable, task.deleted_at, entity.id as entity_id, entity.base_currency as currency,
    coalesce(category.department_id, recurring.department_id, service.department_id, alone.department_id) as department_id
  from task
  join client on client.id = task.client_id
  join billing_entity entity on entity.id = coalesce(task.billing_entity_id, client.default_entity_id)
  left join task_category category on category.id = task.category_id
  left join recurring_task_category recurring on recurring.id = task.recurring_category_id
  left join service on service.id = task.service_id
  left join (select client_id, (array_agg(department_id))[1] as department_id from client_department group by client_id
    having count(*) = 1) alone on alone.client_id = task.client_id
  where ${condition})`;

const isValid = (rate: string) => sql`hour.currency = ${sql.ref(`${rate}.currency`)}
  and hour.day between ${sql.ref(`${rate}.validFrom`)} and coalesce(${sql.ref(`${rate}.validTo`)}, 'infinity')`;

/**
 * Recorded time of `tasks`, each entry at its charge rate and its cost rate. The order of the charge rates is that of `rateOf` in
 * settings/hourly-rates; an hour without a rate has no value. Only billable time has one.
 */
export const pricedHours = (
  tasks: RawBuilder<unknown>,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`(
  select priced.*, round(minutes::numeric * rate / 60)::bigint as value, round(minutes::numeric * cost_rate / 60)::bigint as cost
  from (
    select hour.*, cost.rate as cost_rate, case when is_billable then coalesce(of_client_person.rate, of_client_service.rate,
      of_client.rate, of_service.rate, of_person.rate, of_firm.rate) end as rate
    from (
      select entry.id as entry_id, entry.user_id as person_id, entry.worked_on as day, entry.minutes,
        entry.billable and task.billable as is_billable, task.*
      from time_entry entry join ${tasks} as task on task.task_id = entry.task_id
      where entry.removed_at is null and entry.minutes is not null and ${condition}) as hour
    left join charge_rate of_client_person on ${isValid('of_client_person')} and of_client_person.client_id = hour.client_id
      and of_client_person.person_id = hour.person_id
    left join charge_rate of_client_service on ${isValid('of_client_service')} and of_client_service.client_id = hour.client_id
      and of_client_service.service_id = hour.service_id
    left join charge_rate of_client on ${isValid('of_client')} and of_client.client_id = hour.client_id
      and of_client.person_id is null and of_client.service_id is null
    left join charge_rate of_service on ${isValid('of_service')} and of_service.client_id is null
      and of_service.service_id = hour.service_id
    left join charge_rate of_person on ${isValid('of_person')} and of_person.client_id is null
      and of_person.person_id = hour.person_id
    left join charge_rate of_firm on ${isValid('of_firm')} and of_firm.client_id is null and of_firm.person_id is null
      and of_firm.service_id is null
    left join cost_rate cost on ${isValid('cost')} and cost.person_id = hour.person_id) as priced)`;
