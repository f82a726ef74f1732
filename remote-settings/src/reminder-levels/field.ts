import { reminderLevels } from '@daybook/contracts/receivables/reminders/reminder-levels';
import { fieldOf } from '@daybook/shared/form/field';

export const Field = fieldOf(reminderLevels.edit);
