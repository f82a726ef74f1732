import { reminders } from '@daybook/contracts/receivables/reminders/reminders';
import { Refusal } from '@daybook/contracts/refusals';
import type { JobKind } from '../../jobs/job-kind.ts';
import { sendReminder } from './send-reminder.ts';

/** What jobs do with clients: the command for a single reminder. */
export const reminderJobKinds = {
  reminder_send: {
    endpoint: reminders.send,
    action: 'reminders.send',
    isAlreadySo: ({ code }) => code === 'ALREADY_SENT',
    run: async (db, user, { subject, entityId, jobId }, canMail) => {
      if (entityId === null) throw new Refusal('NOT_FOUND');
      const { id } = await sendReminder(db, user, { clientId: subject, entityId }, { canMail, runId: jobId });
      return { made: id };
    },
  },
} satisfies Record<string, JobKind>;
