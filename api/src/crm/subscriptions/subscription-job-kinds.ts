import { z } from 'zod';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import type { AppliedPackage } from '@daybook/contracts/crm/subscriptions/subscriptions';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { PlainDate, Uuid } from '@daybook/contracts/fields';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { makeJob } from '../../jobs/request-job.ts';
import { checkBalance } from '../clients/check-balance.ts';
import { changingClients } from '../clients/client-bulk.queries.ts';
import { applyPackage } from './apply-package.ts';
import { changePackage } from './change-package.ts';
import { changeableFrom } from './latest-version.ts';
import { soldPackage } from './sold-packages.ts';
import { getSubscription } from './subscriptions.queries.ts';

const Applied = subscriptions.apply.input.omit({ id: true, clientId: true });
const Change = z.object({ subscription: Uuid, from: PlainDate });

/** What jobs do with the subscriptions of clients; each runs the command for a single client. */
export const subscriptionJobKinds = {
  package_apply: {
    endpoint: subscriptions.apply,
    action: 'subscriptions.apply',
    run: async (db, user, { subject: clientId, payload }, canMail) => {
      const applied: AppliedPackage = Applied.parse(payload);
      const { id } = await applyPackage(db, user, { id: undefined, clientId, ...applied }, canMail);
      return { made: id };
    },
  },
  package_change: {
    endpoint: subscriptions.change,
    action: 'subscriptions.change',
    run: async (db, user, { seen, payload }, canMail) => {
      const { subscription: id, from } = Change.parse(payload);
      const subscription = await getSubscription(db, user, id);
      const { package: own, discountPct } = subscription;
      const kept = { packageId: own.id, price: null, discountPct };
      const input = subscriptions.change.input.parse({
        id,
        from: changeableFrom(subscription, from),
        ...kept,
      });
      const { id: made } = await changePackage(db, user, input, seen ?? 0, canMail);
      return { made };
    },
  },
} satisfies Record<string, JobKind>;

/**
 * Starts a job that applies the package to each active client of the selection. Refuses PERM_DENIED as the list of clients does,
 * REFERENCE_UNKNOWN on the package, and REQUIRED on `ids` if there is no client.
 */
export async function startApplying(
  db: Db,
  user: CurrentUser,
  { ids, q, filter, ...applied }: ParsedInputOf<typeof subscriptions.applyToMany>,
): Promise<{ id: string }> {
  const selection = { ids, q, filter };
  checkBalance(user, selection);
  await soldPackage(db, applied.packageId);
  const clients = await changingClients(db, user, selection, undefined);
  if (clients.length === 0) throw refuseField('INPUT_INVALID', 'ids', {}, 'REQUIRED');
  return makeJob(
    db,
    user,
    'package_apply',
    clients.map(({ id }) => ({ subject: id, payload: applied })),
  );
}
