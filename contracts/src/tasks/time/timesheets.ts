import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, PlainDate, Reference, Uuid, Version, requiredText } from '../../fields.ts';

/** Open time can change; submitted and approved time is locked. */
export const timesheetStatuses = ['open', 'submitted', 'approved'] as const;
export type TimesheetStatus = (typeof timesheetStatuses)[number];

/** A Monday: weeks are those of ISO 8601. */
export const WeekOn = PlainDate.refine(
  (date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 1,
  'NOT_A_MONDAY',
);

const Cell = z.object({
  minutes: z.int(),
  /** The one entry of the task and day, which the cell can change; null if there is none, or not exactly one such. */
  entry: z
    .object({
      id: Uuid,
      version: Version,
      minutes: z.int(),
      billable: z.boolean(),
      note: z.string().nullable(),
    })
    .nullable(),
});

export const TimesheetRow = z.object({
  /** Null for a task outside the caller's scope. */
  task: Reference.extend({ no: z.string(), billable: z.boolean() }).nullable(),
  client: Reference.nullable(),
  /** Seven, from Monday. */
  days: z.array(Cell),
});
export type TimesheetRow = z.infer<typeof TimesheetRow>;

export const Timesheet = z.object({
  person: Reference,
  isOwn: z.boolean(),
  weekOn: PlainDate,
  status: z.enum(timesheetStatuses),
  /** Null until the week is submitted for the first time. */
  id: Uuid.nullable(),
  version: Version.nullable(),
  /** Who approved or returned the week, and why it was returned. */
  decidedBy: Reference.nullable(),
  reason: z.string().nullable(),
  rows: z.array(TimesheetRow),
  minutes: z.int(),
  /** What is missing to the hours of a week. */
  missingMinutes: z.int(),
  /** Whether the caller may approve or return the week. */
  mayDecide: z.boolean(),
});
export type Timesheet = z.infer<typeof Timesheet>;

const allow = 'tasks.view';

/** Recorded time by week: each person's own, and those that they may approve. */
export const timesheets = {
  open: endpoint({
    method: 'GET',
    path: '/timesheets',
    allow,
    /** Without a person, the caller's own. */
    input: z.object({ weekOn: WeekOn, userId: Uuid.optional() }),
    output: Timesheet,
  }),
  /** A week that was submitted at least once, as a notification names it. */
  openById: endpoint({
    method: 'GET',
    path: '/timesheets/:id',
    allow,
    input: ById,
    output: Timesheet,
  }),
  /** Submits the caller's own week. Its time is then locked. */
  submit: endpoint({
    method: 'POST',
    path: '/timesheets/submit',
    allow,
    input: z.object({ weekOn: WeekOn }),
    output: Timesheet,
  }),
  /** Approves a submitted week; never one's own. */
  approve: endpoint({
    method: 'POST',
    path: '/timesheets/:id/approve',
    allow,
    versioned: true,
    input: ById,
    output: Timesheet,
  }),
  /** Opens a submitted or approved week again, with the reason for its person. */
  return: endpoint({
    method: 'POST',
    path: '/timesheets/:id/return',
    allow,
    versioned: true,
    input: ById.extend({ reason: requiredText(500) }),
    output: Timesheet,
  }),
};
