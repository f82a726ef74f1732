import { recurringRevenue } from '@daybook/contracts/crm/subscriptions/recurring-revenue';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { applyPackage, previewPackage } from './apply-package.ts';
import { changePackage, previewChange } from './change-package.ts';
import { endSubscription } from './end-subscription.ts';
import { previewLatestVersion, startLatestVersion } from './latest-version.ts';
import { pauseSubscription, resumeSubscription } from './pause-subscription.ts';
import { changePrice } from './price-subscription.ts';
import { recurringRevenueExport } from './recurring-revenue.export.ts';
import { recurringRevenueOf } from './recurring-revenue.queries.ts';
import { startApplying } from './subscription-job-kinds.ts';
import { subscriptionExport } from './subscriptions.export.ts';
import { countSubscriptions, getSubscription, listSubscriptions } from './subscriptions.queries.ts';

export const subscriptionsRoutes = implement(
  'subscriptions',
  subscriptions,
)({
  list: ({ db, user, input }) => listSubscriptions(db, user, input),
  total: ({ db, user, input }) => countSubscriptions(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listSubscriptions(db, user, { ...input, pageSize: 500, cursor }),
      subscriptionExport(language),
    ),
  open: ({ db, user, input }) => getSubscription(db, user, input.id),
  preview: async ({ db, user, input, reply }) =>
    previewPackage(db, user, input, await reply.server.mail.canMail(db)),
  apply: async ({ db, user, input, reply }) =>
    applyPackage(db, user, input, await reply.server.mail.canMail(db)),
  applyToMany: ({ db, user, input }) => startApplying(db, user, input),
  pause: async ({ db, user, input, version, reply }) =>
    pauseSubscription(db, user, input, version, { canMail: await reply.server.mail.canMail(db) }),
  resume: async ({ db, user, input, version, reply }) =>
    resumeSubscription(db, user, input, version, { canMail: await reply.server.mail.canMail(db) }),
  changePrice: ({ db, user, input, version }) => changePrice(db, user, input, version),
  previewChange: async ({ db, user, input, reply }) =>
    previewChange(db, user, input, await reply.server.mail.canMail(db)),
  change: async ({ db, user, input, version, reply }) =>
    changePackage(db, user, input, version, await reply.server.mail.canMail(db)),
  end: async ({ db, user, input, version, reply }) =>
    endSubscription(db, user, input, version, { canMail: await reply.server.mail.canMail(db) }),
  previewLatestVersion: ({ db, user, input }) => previewLatestVersion(db, user, input),
  bringToLatestVersion: ({ db, user, input }) => startLatestVersion(db, user, input),
});

export const recurringRevenueRoutes = implement(
  'recurring_revenue',
  recurringRevenue,
)({
  list: ({ db, user, input }) => recurringRevenueOf(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      async () => ({
        ...(await recurringRevenueOf(db, user, input)),
        pageSize: 500,
        next: null,
        previous: null,
      }),
      recurringRevenueExport(language, input.filter.by ?? 'month'),
    ),
});
