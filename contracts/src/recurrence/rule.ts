import { z } from 'zod';
import { Uuid } from '../fields.ts';
import { readPattern, writePattern } from './pattern.ts';
import { shifts } from './working-days.ts';

/** An RFC 5545 rule in the form that is stored. An invalid rule is refused on its field with a RULE_… code. */
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

/** When work recurs: a category proposes the rule, and a series follows it (docs/rules.md#rules-name-their-days). */
export const RecurrenceRule = z.strictObject({
  rrule: RecurrencePattern,
  shift: z.enum(shifts).default('none'),
  /** The holiday calendar; without one, Saturday and Sunday are days off. */
  calendarId: Uuid.nullish().transform((value) => value ?? null),
  /** The number of days before the due date on which the task or invoice is created. */
  leadDays: z.int().min(0).max(365).default(0),
  /** The period covered: the one before the day's own period, the day's own, or the one after. */
  periodOffset: z.union([z.literal(-1), z.literal(0), z.literal(1)]).default(0),
  /** Whether its years, half-years and quarters are those of the calendar, whatever the fiscal year. */
  calendarYear: z.boolean().optional(),
});
export type RecurrenceRule = z.infer<typeof RecurrenceRule>;
