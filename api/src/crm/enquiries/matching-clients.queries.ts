import type { MatchingClient } from '@daybook/contracts/crm/enquiries/conversion';
import type { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { findHints } from './duplicates.queries.ts';
import { getEnquiry } from './enquiries.queries.ts';

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
  const hints = await findHints(db, user, {
    email: enquiry.email ?? undefined,
    phone: enquiry.phone ?? undefined,
    taxId: taxId ?? enquiry.taxId ?? undefined,
    name: name ?? enquiry.company ?? enquiry.name,
    exceptId: id,
  });
  const ofClients = hints.filter(({ kind, status }) => kind === 'client' && status === 'active');
  return [...Map.groupBy(ofClients, (hint) => hint.id).values()].flatMap((reasons) => {
    const [first] = reasons;
    return first
      ? [{ id: first.id, code: first.code, label: first.label, by: reasons.map(({ by }) => by) }]
      : [];
  });
}
