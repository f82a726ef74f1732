import { sql } from 'kysely';
import type { PriceRiseItem } from '@daybook/contracts/crm/price-rises/price-rises';

/** The result that the latest job of a kind has for the series of `item`, of the rise `rise`. */
export const resultOf = (kind: 'price_rise' | 'price_rise_undo') => sql`(select result from job_item result
  where result.job_id = (select max(job.id::text)::uuid from job where job.about = rise.id and job.kind = ${sql.lit(kind)})
    and result.subject = item.series_id)`;

/** The outcome of `item`, of the rise `rise`. Jobs are kept for 90 days; what has not been raised by then never will be. */
export const itemStatus = sql<PriceRiseItem['status']>`case when item.left_out is not null then 'leftOut'
  when item.undone_at is not null then 'undone' when item.done_at is not null then 'done' when rise.applied_at is null then 'planned'
  when exists (select from job join job_item waiting on waiting.job_id = job.id where job.about = rise.id and job.kind = 'price_rise'
    and job.ended_at is null and waiting.subject = item.series_id and waiting.status = 'waiting') then 'waiting'
  else 'refused' end`;
