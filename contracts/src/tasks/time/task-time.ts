import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, Instant, OwnId, PlainDate, Reference, Uuid, Version, optionalText } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { createEndpoint, editEndpoint, listEndpoints, removeEndpoint } from '../../usual-endpoints.ts';

/** The minutes of a day. */
export const mostMinutes = 24 * 60;

const Length = z.int({
  error: ({ input }) => (typeof input === 'string' && input !== '' ? 'DURATION_FORMAT' : undefined),
});

/** A length of work in minutes. Text that could not be parsed arrives as typed, to be refused. */
export const Minutes = Length.min(1);

/** The estimated minutes of work. */
export const Estimate = Length.min(0)
  .max(100_000)
  .nullish()
  .transform((value) => value ?? null);

/** From this share of the estimate on, people are warned. */
export const nearEstimatePct = 80;

/** How far the time spent has used the estimate up: below the warning, at it, or all of it and more. */
export type EstimateUse = 'within' | 'near' | 'spent';

export function estimateUse(spentMin: number, estimateMin: number): EstimateUse {
  if (spentMin >= estimateMin) return 'spent';
  return spentMin * 100 >= estimateMin * nearEstimatePct ? 'near' : 'within';
}

const OptionalInstant = Instant.nullish().transform((value) => value ?? null);

const worked = {
  /** The day that the time counts for, in the person's time zone. */
  workedOn: PlainDate,
  /** Start and end, or only the minutes. With start and end, the minutes are derived. */
  startedAt: OptionalInstant,
  endedAt: OptionalInstant,
  minutes: Minutes.max(mostMinutes, 'DAY_OF_24_HOURS')
    .nullish()
    .transform((value) => value ?? null),
  billable: z.boolean().default(false),
  note: optionalText(500),
};

export const TimeEntry = z.object({
  id: Uuid,
  version: Version,
  task: Reference.extend({ no: z.string() }),
  client: Reference.nullable(),
  person: Reference,
  workedOn: PlainDate,
  startedAt: Instant.nullable(),
  /** Null for a running timer, and for an entry with only minutes. */
  endedAt: Instant.nullable(),
  minutes: z.int().nullable(),
  billable: z.boolean(),
  note: z.string().nullable(),
  isOwn: z.boolean(),
  /** Whether the caller may change the entry: it is the caller's own, or the caller has tasks.edit. */
  mayEdit: z.boolean(),
});
export type TimeEntry = z.infer<typeof TimeEntry>;

export const isRunning = ({ startedAt, endedAt }: Pick<TimeEntry, 'startedAt' | 'endedAt'>): boolean =>
  startedAt !== null && endedAt === null;

const TimeQuery = listQuery(['-workedOn', 'workedOn'], {
  taskId: Uuid,
  userId: Uuid,
  clientId: Uuid,
  from: PlainDate,
  to: PlainDate,
  billable: z.stringbool(),
});

const works = { key: 'tasks.edit', or: 'assignee' } as const;
const owns = { key: 'tasks.edit', or: 'owner' } as const;

/** The result of stopping a timer. `minutes` is null if it ran for less than a minute: then nothing is recorded. */
const Stopped = z.object({ task: Reference.extend({ no: z.string() }), minutes: z.int().nullable() });

/** Time spent on tasks. A person's entries cannot overlap; people who see a task see its time. */
export const timeEntries = {
  ...listEndpoints('/time-entries', 'tasks.view', {
    query: TimeQuery,
    row: TimeEntry,
    total: ListTotal.extend({ minutes: z.int().nullable() }),
  }),
  /** The caller's running timer. */
  running: endpoint({
    method: 'GET',
    path: '/time-entries/running',
    allow: 'tasks.view',
    input: z.object({}),
    output: z.object({ entry: TimeEntry.nullable() }),
  }),
  create: createEndpoint('/time-entries', works, {
    input: z.object({ id: OwnId, taskId: Uuid, ...worked }),
    output: TimeEntry,
  }),
  edit: editEndpoint('/time-entries', owns, { input: ById.extend(worked), output: TimeEntry }),
  remove: removeEndpoint('/time-entries', owns),
  /** Starts the caller's timer; a running timer is stopped. */
  start: endpoint({
    method: 'POST',
    path: '/time-entries/start',
    allow: works,
    input: z.object({ id: OwnId, taskId: Uuid, workedOn: PlainDate }),
    output: z.object({ entry: TimeEntry, stopped: Stopped.nullable() }),
  }),
  stop: endpoint({
    method: 'POST',
    path: '/time-entries/:id/stop',
    allow: owns,
    input: ById,
    output: z.object({ stopped: Stopped }),
  }),
};
