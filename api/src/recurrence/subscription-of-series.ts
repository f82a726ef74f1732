import { sql } from 'kysely';
import type { SubscriptionOfSeries } from '@daybook/contracts/recurrence/series';

/** The subscription that keeps a series, in a query with `series`. */
export const subscriptionOfSeries = sql<SubscriptionOfSeries | null>`(select jsonb_build_object(
    'id', subscription.id, 'label', package.name, 'isPaused', exists (
      select from subscription_pause where subscription_id = subscription.id and resumed_on is null))
  from subscription join package on package.id = subscription.package_id
  where subscription.id = series.subscription_id)`.as('subscription');
