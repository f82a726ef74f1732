import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { undoSeconds } from '@daybook/contracts/crm/clients/client-bulk';
import type { clientBulk } from '@daybook/contracts/crm/clients/client-bulk';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { makeJob } from '../../jobs/request-job.ts';
import { checkChoices } from '../check-choices.ts';
import { checkBalance } from './check-balance.ts';
import { choicesOf } from './change-client.ts';
import { changingClients } from './client-bulk.queries.ts';

/** A relationship manager is notified of up to this many new clients one by one, and of more of them at once when the job ends. */
export const mostTold = 10;
/** What a slow connection adds to the time in which the screen offers the undo. */
const onTheWaySeconds = 5;

const nothing = () => refuseField('INPUT_INVALID', 'ids', {}, 'REQUIRED');

/** Refuses PERM_DENIED as the list does, REFERENCE_UNKNOWN on what the change names, and REQUIRED on `ids` if no client would change. */
export async function startChange(
  db: Db,
  user: CurrentUser,
  { change, ...selection }: ParsedInputOf<typeof clientBulk.change>,
): Promise<{ id: string }> {
  await checkChoices(db, choicesOf(change));
  checkBalance(user, selection);
  const clients = await changingClients(db, user, selection, change);
  if (clients.length === 0) throw nothing();
  const isQuiet = change.field === 'crm' && clients.length > mostTold;
  return makeJob(
    db,
    user,
    'client_change',
    clients.map(({ id, version }) => ({ subject: id, seen: version, payload: { change, isQuiet } })),
  );
}

/** Refuses PERM_DENIED as the list does, and REQUIRED on `ids` if no client is active. */
export async function startDeactivation(
  db: Db,
  user: CurrentUser,
  { reason, effectiveOn, ...selection }: ParsedInputOf<typeof clientBulk.deactivate>,
): Promise<{ id: string }> {
  checkBalance(user, selection);
  const clients = await changingClients(db, user, selection, undefined);
  if (clients.length === 0) throw nothing();
  return makeJob(
    db,
    user,
    'client_deactivate',
    clients.map(({ id, version }) => ({ subject: id, seen: version, payload: { reason, effectiveOn } })),
  );
}

/** Refuses NOT_FOUND for anything but the caller's own bulk change, and STATE_NOT_ALLOWED while it runs or once it is too late. */
export async function startUndo(db: Db, user: CurrentUser, id: string): Promise<{ id: string }> {
  const job = await db
    .selectFrom('job')
    .where('id', '=', id)
    .where('createdBy', '=', user.id)
    .where('kind', 'in', ['client_change', 'client_deactivate'])
    .select([
      'kind',
      'status',
      sql<boolean>`coalesce(ended_at > clock_timestamp() - make_interval(secs => ${undoSeconds + onTheWaySeconds}), false)`.as(
        'isRecent',
      ),
    ])
    .executeTakeFirst();
  if (!job) throw new Refusal('NOT_FOUND');
  if (!job.isRecent) throw new Refusal('STATE_NOT_ALLOWED', { from: job.status, to: 'undone' });
  const changed = await db
    .selectFrom('clientChange')
    .innerJoin('jobItem', (join) =>
      join
        .onRef('jobItem.jobId', '=', 'clientChange.jobId')
        .onRef('jobItem.subject', '=', 'clientChange.clientId'),
    )
    .where('clientChange.jobId', '=', id)
    .select(['clientId', 'version'])
    .orderBy('jobItem.no')
    .execute();
  if (changed.length === 0) throw new Refusal('STATE_NOT_ALLOWED', { from: job.status, to: 'undone' });
  return makeJob(
    db,
    user,
    'client_undo',
    changed.map(({ clientId, version }) => ({
      subject: clientId,
      seen: version,
      payload: { of: id, kind: job.kind },
    })),
  );
}
