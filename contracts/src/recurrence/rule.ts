import { z } from 'zod';
import { Uuid } from '../fields.ts';
import { readPattern, writePattern } from './pattern.ts';
import { shifts } from './working-days.ts';

/** A rule of RFC 5545 in the form in which it is kept; refused on its field as RULE_… says. */
export const RecurrencePattern = z
  .string()
  .trim()
  .max(200)
  .transform((text, context) => {
    const read = readPattern(text.replace(/^RRULE:/, ''));
    if ('pattern' in read) return writePattern(read.pattern);
    context.addIssue({ code: 'custom', message: read.fault });
    return z.NEVER;
  });

/** When work comes back: what a category proposes and a series follows (docs/rules.md#rules-name-their-days). */
export const RecurrenceRule = z.strictObject({
  rrule: RecurrencePattern,
  shift: z.enum(shifts).default('none'),
  /** Days off; without one, Saturday and Sunday. */
  calendarId: Uuid.nullish().transform((value) => value ?? null),
  /** So many days before it is due, it is made. */
  leadDays: z.int().min(0).max(365).default(0),
  /** Which period it is about: the one before the day's, the day's own, or the one after. */
  periodOffset: z.union([z.literal(-1), z.literal(0), z.literal(1)]).default(0),
});
export type RecurrenceRule = z.infer<typeof RecurrenceRule>;
