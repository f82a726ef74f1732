import { disputes, followUps } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { promises } from '@daybook/contracts/receivables/follow-up/promises';
import { worklist } from '@daybook/contracts/receivables/follow-up/worklist';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { followUpHistory } from '@daybook/contracts/receivables/follow-up/follow-up-history';
import { seesMoney } from '../../auth/current-user.ts';
import { disputeInvoice, takeBackDispute } from './dispute-invoice.ts';
import { followUpBasis, receiversOf } from './follow-up.queries.ts';
import { listHistory, openHistory } from './follow-up-history.queries.ts';
import { handOnFollowUp } from './hand-on-follow-up.ts';
import { logFollowUp } from './log-follow-up.ts';
import { pauseReminders } from './pause-reminders.ts';
import { countPromises, listPromises } from './promises.queries.ts';
import { historyExport, promiseExport, worklistExport, worklistLines } from './follow-up.export.ts';
import { createPromise, withdrawPromise } from './record-promise.ts';
import { listWorklist, totalWorklist } from './worklist.queries.ts';

export const worklistRoutes = implement(
  'worklist',
  worklist,
)({
  list: ({ db, user, input }) => listWorklist(db, user, input),
  total: ({ db, user, input }) => totalWorklist(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      async (cursor) => worklistLines(await listWorklist(db, user, { ...input, pageSize: 500, cursor })),
      worklistExport(language),
    ),
});

export const followUpsRoutes = implement(
  'follow_ups',
  followUps,
)({
  basis: ({ db, user, input }) => followUpBasis(db, user, input.id),
  log: ({ db, user, input }) => logFollowUp(db, user, input),
  handOn: ({ db, user, input }) => handOnFollowUp(db, user, input),
  receivers: ({ db, user, input }) => receiversOf(db, user, input.id),
  pause: ({ db, user, input }) => pauseReminders(db, user, input),
});

export const promisesRoutes = implement(
  'promises',
  promises,
)({
  list: ({ db, user, input }) => listPromises(db, user, input),
  total: ({ db, user, input }) => countPromises(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listPromises(db, user, { ...input, pageSize: 500, cursor }),
      promiseExport(language),
    ),
  create: ({ db, user, input }) => createPromise(db, user, input),
  withdraw: ({ db, user, input }) => withdrawPromise(db, user, input),
});

export const disputesRoutes = implement(
  'disputes',
  disputes,
)({
  create: ({ db, user, input }) => disputeInvoice(db, user, input),
  takeBack: ({ db, user, input }) => takeBackDispute(db, user, input),
});

export const followUpHistoryRoutes = implement(
  'follow_up_history',
  followUpHistory,
)({
  list: ({ db, user, input }) => openHistory(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listHistory(db, user, { ...input, pageSize: 500, cursor }),
      historyExport(language, seesMoney(user)),
    ),
});
