import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { MatchingClient } from '@daybook/contracts/crm/enquiries/conversion';
import type { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { matches, normalise, wordsOf } from '../../db/search.ts';
import { inScope } from '../../scope.ts';
import { getEnquiry } from './enquiries.queries.ts';

const mostShown = 10;
/** Shorter words, such as the legal form, tell nothing about a client. */
const fewestLetters = 3;
const mostWords = 6;
/** Names are alike when the pairs of letters they share are at least this part of all their pairs. */
const leastAlike = 0.6;

/**
 * Active clients in the caller’s scope that the enquiry may be from, those with the same numbers and addresses first. Refuses
 * NOT_FOUND for an enquiry outside the scope.
 */
export async function findMatchingClients(
  db: Db,
  user: CurrentUser,
  { id, name, taxId }: ParsedInputOf<typeof enquiries.matchingClients>,
): Promise<MatchingClient[]> {
  const enquiry = await getEnquiry(db, user, id);
  const named = name ?? enquiry.company ?? enquiry.name;
  const value = taxId === null ? null : taxId.toUpperCase().replaceAll(/[\s.\-/]/g, '');
  const found = await sql<MatchingClient>`
    with reached as (
      select client_id, 'taxId' as by, 1 as rank from client_registration where value = ${value}
      union all
      select client_id, case when contact.email = ${enquiry.email} then 'email' else 'phone' end, 2
      from contact join client_contact on client_contact.contact_id = contact.id
      where contact.email = ${enquiry.email} or contact.phone = ${enquiry.phone}
      union all
      select id, 'name', 3 from client where ${isAlike(named)})
    select client.id, client.code, client.name as label, jsonb_agg(distinct reached.by) as by
    from reached join client on client.id = reached.client_id
    where client.status = 'active' and ${inScope.client(user, sql.ref('client.id'))}
    group by client.id order by min(rank), client.code limit ${mostShown}`.execute(db);
  return found.rows;
}

/** Whether a client’s name is like this one. The index finds those that share a word; their names are compared pair by pair of letters. */
function isAlike(name: string) {
  const words = wordsOf(name)
    .filter((word) => word.length >= fewestLetters || word.charCodeAt(0) > 127)
    .slice(0, mostWords);
  if (words.length === 0) return sql<SqlBool>`false`;
  const shared = sql.join(
    words.map((word) => matches('client', word)),
    sql` or `,
  );
  return sql<SqlBool>`(${shared}) and likeness(search_normal(client.name), ${normalise(name)}) >= ${leastAlike}::float`;
}
