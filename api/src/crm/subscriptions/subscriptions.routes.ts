import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { applyPackage, previewPackage } from './apply-package.ts';
import { changePackage, previewChange } from './change-package.ts';
import { endSubscription } from './end-subscription.ts';
import { previewLatestVersion, startLatestVersion } from './latest-version.ts';
import { pauseSubscription, resumeSubscription } from './pause-subscription.ts';
import { changePrice } from './price-subscription.ts';
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
  preview: ({ db, user, input, reply }) => previewPackage(db, user, input, reply.server.linkDelivery.mails),
  apply: ({ db, user, input, reply }) => applyPackage(db, user, input, reply.server.linkDelivery.mails),
  applyToMany: ({ db, user, input }) => startApplying(db, user, input),
  pause: ({ db, user, input, version }) => pauseSubscription(db, user, input, version),
  resume: ({ db, user, input, version, reply }) =>
    resumeSubscription(db, user, input, version, { canMail: reply.server.linkDelivery.mails }),
  changePrice: ({ db, user, input, version }) => changePrice(db, user, input, version),
  previewChange: ({ db, user, input, reply }) =>
    previewChange(db, user, input, reply.server.linkDelivery.mails),
  change: ({ db, user, input, version, reply }) =>
    changePackage(db, user, input, version, reply.server.linkDelivery.mails),
  end: ({ db, user, input, version }) => endSubscription(db, user, input, version),
  previewLatestVersion: ({ db, user, input }) => previewLatestVersion(db, user, input),
  bringToLatestVersion: ({ db, user, input }) => startLatestVersion(db, user, input),
});
