import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { Refusal } from '@daybook/contracts/refusals';
import type { JobKind } from '../../jobs/job-kind.ts';
import { fileNameOf } from '../../billing/documents/send-pdf.ts';
import { letterOfReminder } from './reminders.queries.ts';
import { sendReminder } from './send-reminder.ts';

/** What jobs do with clients: the command for a single reminder. */
export const reminderJobKinds = {
  reminder_send: {
    endpoint: reminders.send,
    action: 'reminders.send',
    isAlreadySo: ({ code }) => code === 'ALREADY_SENT',
    run: async (db, user, { subject, entityId, jobId }, canMail) => {
      if (entityId === null) throw new Refusal('NOT_FOUND');
      const { id, client, channel, day } = await sendReminder(
        db,
        user,
        { clientId: subject, entityId },
        { canMail, runId: jobId },
      );
      if (channel !== 'letter') return { made: id };
      const sha256 = await letterOfReminder(db, user, id);
      return { made: id, file: { sha256, fileName: fileNameOf(`${day} ${client.label}`) } };
    },
  },
} satisfies Record<string, JobKind>;
