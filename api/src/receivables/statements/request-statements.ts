import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { makeJob } from '../../jobs/request-job.ts';
import { allRecipients } from './recipients.queries.ts';
import type { RecipientFilter } from './recipients.queries.ts';
import type { StatementTerms } from './statement-paper.ts';

/**
 * Starts the job that sends a statement to all recipients in the caller's scope, in the order of their names. Returns its id, or
 * null if there are none.
 */
export async function requestStatements(
  db: Db,
  user: CurrentUser,
  { kind, from, asOf, q, filter }: StatementTerms & { q?: string | undefined; filter: RecipientFilter },
): Promise<string | null> {
  const recipients = await allRecipients(db, user, { q, filter: { ...filter, kind, from, asOf } }).execute();
  const payload = { kind, asOf, ...(from !== undefined && { from }) };
  if (recipients.length === 0) return null;
  const { id } = await makeJob(
    db,
    user,
    'statement',
    recipients.map(({ clientId, entityId }) => ({ subject: clientId, entityId, payload })),
  );
  return id;
}
