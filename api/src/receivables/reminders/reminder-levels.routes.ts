import { reminderLevels } from '@daybook/contracts/receivables/reminders/reminder-levels';
import { implement } from '../../http/implement.ts';
import { previewTemplate } from './preview-template.ts';
import { getReminderSettings } from './reminder-levels.queries.ts';
import { editReminderLevels } from './save-reminder-levels.ts';

export const reminderLevelsRoutes = implement(
  'reminder_levels',
  reminderLevels,
)({
  open: ({ db, input }) => getReminderSettings(db, input.id),
  edit: ({ db, input, version }) => editReminderLevels(db, input, version),
  preview: ({ db, user, input }) => previewTemplate(db, user, input),
});
