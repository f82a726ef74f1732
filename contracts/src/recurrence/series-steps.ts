import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import type { Allow } from '../endpoint.ts';
import { ById, Instant, MinorUnits, PlainDate, Uuid, requiredText } from '../fields.ts';
import type { Permission } from '../permissions.ts';
import { listQuery, pageOf } from '../lists.ts';
import { mostMissed, seriesFields } from './series.ts';

/** An upcoming or missed occurrence, with the reason for a moved date. */
export const Upcoming = z.object({
  /** The nominal day of the rule. */
  nominal: PlainDate,
  due: PlainDate,
  makeOn: PlainDate,
  periodFrom: PlainDate,
  periodTo: PlainDate,
  /** The title with its tokens filled in. */
  title: z.string(),
  /** Why the due date differs from the rule's day. */
  moved: z.object({ why: z.enum(['weekend', 'holiday', 'person']), text: z.string() }).nullable(),
  skipped: z.string().nullable(),
});
export type Upcoming = z.infer<typeof Upcoming>;

/** Only the last of the missed days are listed, and the earlier ones are counted. Each of them can still be chosen. */
export const mostMissedListed = 120;

const UpcomingList = z.object({
  next: z.array(Upcoming),
  missed: z.array(Upcoming),
  /** The number of missed days before those listed. */
  missedBefore: z.int(),
});

export const runStatuses = ['created', 'skipped', 'failed'] as const;
export const SeriesRun = z.object({
  nominal: PlainDate,
  status: z.enum(runStatuses),
  due: PlainDate,
  periodFrom: PlainDate,
  periodTo: PlainDate,
  /** A code (`NOT_WANTED`, `MISSED`, `PAUSED`, `DUPLICATE_PERIOD_TASK`), or what a person wrote. */
  reason: z.string().nullable(),
  /** Why the run failed, in the reader's language. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  attempts: z.int(),
  at: Instant,
  /** The created record, unless it has been deleted since. */
  made: z
    .object({
      id: Uuid,
      label: z.string(),
      status: z.string(),
      /** The amount of an invoice. */
      amount: z.object({ minor: MinorUnits, currency: z.string() }).nullable(),
    })
    .nullable(),
});
export type SeriesRun = z.infer<typeof SeriesRun>;

/** The answer to a step of a series: its new version. */
const Stepped = z.object({ version: z.int() });
const Reason = requiredText(500);
const OneDay = ById.extend({ nominal: PlainDate });

/** The steps that every series has, under its own path and permissions (docs/rules.md#missed-days). */
export const seriesSteps = (path: string, keys: { read: Allow; edit: Permission; remove: Permission }) => {
  const edits = { allow: keys.edit, versioned: true, output: Stepped } as const;
  return {
    /** The next twelve occurrences of unsaved terms. */
    preview: endpoint({
      method: 'POST',
      path: `${path}/preview`,
      allow: keys.read,
      reads: true,
      input: z.object(seriesFields),
      output: UpcomingList,
    }),
    upcoming: endpoint({
      method: 'GET',
      path: `${path}/:id/upcoming`,
      allow: keys.read,
      input: ById,
      output: UpcomingList,
    }),
    runs: endpoint({
      method: 'GET',
      path: `${path}/:id/runs`,
      allow: keys.read,
      input: listQuery(['-nominal'], { status: z.enum(runStatuses) }).extend({ id: Uuid }),
      output: pageOf(SeriesRun),
    }),
    pause: endpoint({
      ...edits,
      method: 'POST',
      path: `${path}/:id/pause`,
      input: ById.extend({ reason: Reason }),
    }),
    /** Resumes the series from today. `create` lists missed days to create now; the other missed days are recorded as not wanted. */
    resume: endpoint({
      ...edits,
      method: 'POST',
      path: `${path}/:id/resume`,
      input: ById.extend({ create: z.array(PlainDate).max(mostMissed).default([]) }),
    }),
    cancel: endpoint({
      ...edits,
      allow: keys.remove,
      method: 'POST',
      path: `${path}/:id/cancel`,
      input: ById.extend({ reason: Reason }),
    }),
    skip: endpoint({
      ...edits,
      method: 'POST',
      path: `${path}/:id/occurrences/:nominal/skip`,
      input: OneDay.extend({ reason: Reason }),
    }),
    move: endpoint({
      ...edits,
      method: 'POST',
      path: `${path}/:id/occurrences/:nominal/move`,
      input: OneDay.extend({ dueOn: PlainDate, reason: Reason }),
    }),
    /** Undoes the skip or the move of a day, so that the rule applies again. */
    restore: endpoint({
      ...edits,
      method: 'POST',
      path: `${path}/:id/occurrences/:nominal/restore`,
      input: OneDay,
    }),
    /** Creates a failed or skipped occurrence now. */
    make: endpoint({
      ...edits,
      method: 'POST',
      path: `${path}/:id/occurrences/:nominal/make`,
      input: OneDay,
    }),
  };
};
export type SeriesSteps = ReturnType<typeof seriesSteps>;
