import { z } from 'zod';
import { PlainDate } from './fields.ts';
import { refuseField } from './refusals.ts';

/** Whether reminders may go out: of a client, and of an invoice; both have to let them. */
export const reminderModes = ['on', 'off', 'paused'] as const;

export const reminderFields = {
  reminders: z.enum(reminderModes).default('on'),
  /** The last day of a pause. */
  remindersPausedUntil: PlainDate.nullish().transform((value) => value ?? null),
};

export const Reminders = z.object({
  reminders: z.enum(reminderModes),
  remindersPausedUntil: PlainDate.nullable(),
});
type Reminders = z.infer<typeof Reminders>;

/** A pause has its last day, and nothing else has one. Refuses REQUIRED on `remindersPausedUntil`. */
export function checkReminders<Given extends Reminders>(given: Given, within = ''): Given {
  if (given.reminders !== 'paused') return { ...given, remindersPausedUntil: null };
  if (given.remindersPausedUntil === null)
    throw refuseField('INPUT_INVALID', `${within}remindersPausedUntil`, {}, 'REQUIRED');
  return given;
}
