import { z } from 'zod';
import { PlainDate } from './fields.ts';
import { refuseField } from './refusals.ts';

/** Whether reminders may be sent. Both the client and the invoice have this setting, and both have to allow it. */
export const reminderModes = ['on', 'off', 'paused'] as const;

export const reminderFields = {
  reminders: z.enum(reminderModes).default('on'),
  /** The last day of the pause. */
  remindersPausedUntil: PlainDate.nullish().transform((value) => value ?? null),
};

export const Reminders = z.object({
  reminders: z.enum(reminderModes),
  remindersPausedUntil: PlainDate.nullable(),
});
export type Reminders = z.infer<typeof Reminders>;

/** Only a pause has a last day, and it must have one. Refuses REQUIRED on `remindersPausedUntil`. */
export function checkReminders<Given extends Reminders>(given: Given, within = ''): Given {
  if (given.reminders !== 'paused') return { ...given, remindersPausedUntil: null };
  if (given.remindersPausedUntil === null)
    throw refuseField('INPUT_INVALID', `${within}remindersPausedUntil`, {}, 'REQUIRED');
  return given;
}
