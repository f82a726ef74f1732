import type { TestApi } from './test-api.ts';

/** Reads what bills hours without the flag that the database keeps for it. Each row names a minute or an item that is wrong. */
const brokenSql = `
  with billing as (select billed.*, bill.task_id from time_bill_entry billed join time_bill bill on bill.id = billed.bill_id
    where bill.released_at is null)
  select 'billed twice' as law, entry_id::text as at from billing group by entry_id having count(*) > 1
  union all
  select 'billed otherwise than recorded', entry.id::text from billing join time_entry entry on entry.id = billing.entry_id
    where (entry.minutes, entry.billable, entry.task_id) is distinct from (billing.minutes, true, billing.task_id)
      or entry.removed_at is not null
  union all
  select 'not one item', bill.id::text from time_bill bill
    left join pending_item item on item.source = 'time' and item.source_id = bill.id
    group by bill.id having count(item.id) <> (bill.released_at is null)::int
  union all
  select 'not worth its hours', item.id::text from pending_item item
    left join billing on billing.bill_id = item.source_id where item.source = 'time'
    group by item.id having sum(round(billing.minutes::numeric * billing.rate / 60)) is distinct from item.original_amount
  union all
  select 'of another client', item.id::text from pending_item item join time_bill bill on bill.id = item.source_id
    join task on task.id = bill.task_id where item.source = 'time'
      and (task.client_id, task.billing_entity_id) is distinct from (item.client_id, item.entity_id)
  union all
  select 'on several invoices, or on none', item.id::text from pending_item item
    where item.source = 'time' and (item.status = 'invoiced')::int <> (
      select count(*) from invoice_line line join invoice_state live on live.invoice_id = line.invoice_id and live.status <> 'void'
      where line.pending_item_id = item.id and not exists (
        select from credit_note_line credited join credit_note_state note on note.id = credited.credit_note_id
          and note.status not in ('draft', 'void')
        where credited.invoice_line_id = line.id and credited.pending_item_id = item.id))`;

export async function brokenHours(api: TestApi): Promise<string[]> {
  const { rows } = await api.ownerPool.query<{ law: string; at: string }>(brokenSql);
  return rows.map(({ law, at }) => `${law}: ${at}`);
}

const lockedSql = `
  select week.id || ' ' || week.version as week, coalesce(jsonb_agg(to_jsonb(entry) - 'search_grams' order by entry.id)
    filter (where entry.id is not null), '[]')::text as entries
  from time_week week left join time_entry entry on entry.user_id = week.user_id
    and entry.worked_on between week.week_on and week.week_on + 6
  where week.status <> 'open' group by week.id`;

/** The time of the weeks that are submitted or approved. A week that was opened meanwhile has another version. */
export async function lockedTime(api: TestApi): Promise<ReadonlyMap<string, string>> {
  const { rows } = await api.ownerPool.query<{ week: string; entries: string }>(lockedSql);
  return new Map(rows.map(({ week, entries }) => [week, entries]));
}
