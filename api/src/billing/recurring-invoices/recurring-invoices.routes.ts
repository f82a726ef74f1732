import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { makersOf } from '../../start-series.ts';
import { seriesHandlers } from '../../recurrence/series-handlers.ts';
import { makeNext } from '../../recurrence/series-steps.ts';
import { previewInvoices, upcomingInvoicesOf } from './recurring-preview.ts';
import { recurringInvoiceExport } from './recurring-invoices.export.ts';
import { checkMode, checkModeOf } from './recurring-modes.ts';
import {
  countRecurringInvoices,
  getRecurringInvoice,
  listRecurringInvoices,
} from './recurring-invoices.queries.ts';
import {
  createRecurringInvoice,
  editRecurringInvoice,
  removeRecurringInvoice,
} from './save-recurring-invoice.ts';

const steps = seriesHandlers('invoice', makersOf);

export const recurringInvoicesRoutes = implement(
  'recurring_invoices',
  recurringInvoices,
)({
  list: ({ db, user, input }) => listRecurringInvoices(db, user, input),
  total: ({ db, user, input }) => countRecurringInvoices(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listRecurringInvoices(db, user, { ...input, pageSize: 500, cursor }),
      recurringInvoiceExport(language),
    ),
  open: ({ db, user, input }) => getRecurringInvoice(db, user, input.id),
  previewInvoices: async ({ db, user, input, reply }) =>
    previewInvoices(db, user, input, await reply.server.mail.canMail(db)),
  upcomingInvoices: async ({ db, user, input, reply }) =>
    upcomingInvoicesOf(db, user, input.id, await reply.server.mail.canMail(db)),
  create: async ({ db, user, input, reply }) => {
    checkMode(user, input.mode);
    return createRecurringInvoice(db, user, input, await reply.server.mail.canMail(db));
  },
  edit: async ({ db, user, input, version }) => {
    checkMode(user, input.mode);
    return editRecurringInvoice(db, user, input, version);
  },
  remove: async ({ db, user, input, version }) => {
    await removeRecurringInvoice(db, user, input.id, version);
    return {};
  },
  runNow: async ({ db, user, input, version, reply }) => {
    await checkModeOf(db, user, input.id);
    const asked = { kind: 'invoice', id: input.id, version } as const;
    return makeNext(db, user, makersOf(await reply.server.mail.canMail(db)), asked);
  },
  ...steps,
  resume: async (call) => {
    if (call.input.create.length > 0) await checkModeOf(call.db, call.user, call.input.id);
    return steps.resume(call);
  },
  make: async (call) => {
    await checkModeOf(call.db, call.user, call.input.id);
    return steps.make(call);
  },
});
