import { sql } from 'kysely';

/**
 * What lists of clients are filtered by agrees with the records that it is computed from. Yes counts as 1. A number that begins or
 * ended at the last midnight may not have been counted yet.
 */
export const ofClientFacts = sql`
  select 'client_facts_are_records', client.default_entity_id, client.code || ' ' || part.fact, null, part.told, part.kept
  from facts_of_clients told
  join client on client.id = told.client_id
  left join client_facts kept on kept.client_id = told.client_id
  cross join lateral (values
    ('has_email', told.has_email::int, kept.has_email::int),
    ('country', 1, (told.country is not distinct from kept.country)::int),
    ('missing', 1, (told.missing = kept.missing or exists (
      select from client_registration held join billing_entity entity on entity.id = client.default_entity_id
      where held.client_id = client.id
        and (now() at time zone entity.timezone)::date in (held.valid_from, held.valid_to + 1)))::int)
  ) as part (fact, told, kept)
  where part.told is distinct from part.kept`;
