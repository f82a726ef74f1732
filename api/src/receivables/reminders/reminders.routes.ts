import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { sendPdf } from '../../billing/documents/send-pdf.ts';
import { wholeFile } from '../../files/file-content.ts';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { makeJob } from '../../jobs/request-job.ts';
import { letterOfReminder, listReminders, remindersToday } from './reminders.queries.ts';
import { previewExport, previewLines } from './reminders.export.ts';
import { pageOfPreview, previewReminders, readReminder, sendReminder } from './send-reminder.ts';

export const remindersRoutes = implement(
  'reminders',
  reminders,
)({
  list: ({ db, user, input }) => listReminders(db, user, input),
  today: ({ db, user }) => remindersToday(db, user),
  preview: async ({ db, user, input, reply }) => {
    const { rows, next } = await previewReminders(db, user, input);
    return { rows, isMore: next !== null, canMail: await reply.server.mail.canMail(db) };
  },
  exportPreview: async ({ db, user, input: { format, q, filter }, language, reply }) =>
    sendExport(
      reply,
      format,
      async (cursor) => {
        const { clientId: clientIds, ...rest } = filter;
        return previewLines(await pageOfPreview(db, user, { clientIds, q, filter: rest }, cursor));
      },
      previewExport(language),
    ),
  read: ({ db, user, input }) => readReminder(db, user, input),
  send: async ({ db, user, input, reply }) =>
    sendReminder(db, user, input, { canMail: await reply.server.mail.canMail(db) }),
  start: ({ db, user, input }) =>
    makeJob(
      db,
      user,
      'reminder_send',
      input.items.map(({ clientId, entityId }) => ({ subject: clientId, entityId })),
    ),
  letter: async ({ db, user, input, reply }) =>
    sendPdf(reply, `reminder-${input.id}`, await wholeFile(db, await letterOfReminder(db, user, input.id))),
});
