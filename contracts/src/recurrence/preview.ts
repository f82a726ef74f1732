import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PlainDate } from '../fields.ts';
import { RecurrenceRule } from './rule.ts';
import { SeriesDay } from './series.ts';

export const previewedDays = 12;

/** A day on which work would be due. */
export const PreviewedDay = z.object({
  /** The nominal day of the rule. */
  nominal: PlainDate,
  due: PlainDate,
  makeOn: PlainDate,
  /** Why the due date is not the nominal day: the name of the holiday, or null for the weekend. */
  off: z.object({ holiday: z.string().nullable() }).nullable(),
});
export type PreviewedDay = z.infer<typeof PreviewedDay>;

export const recurrence = {
  /** The next days of a rule during editing, so that the form shows what the server will do. */
  preview: endpoint({
    method: 'POST',
    path: '/recurrence/preview',
    allow: 'signedIn',
    reads: true,
    input: z.object({ rule: RecurrenceRule, startsOn: SeriesDay.optional() }),
    output: z.object({ days: z.array(PreviewedDay) }),
  }),
};
