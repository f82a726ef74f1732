import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, Instant, OwnId, PlainDate, Reference, Uuid, Version, optionalText } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { createEndpoint, editEndpoint, listEndpoints, removeEndpoint } from '../../usual-endpoints.ts';

/** A day has no more. */
export const mostMinutes = 24 * 60;

const Length = z.int({
  error: ({ input }) => (typeof input === 'string' && input !== '' ? 'DURATION_FORMAT' : undefined),
});

/** A length of work in minutes; what could not be read as one arrives as it was typed. */
export const Minutes = Length.min(1);

/** How long work is meant to take. */
export const Estimate = Length.min(0)
  .max(100_000)
  .nullish()
  .transform((value) => value ?? null);

const OptionalInstant = Instant.nullish().transform((value) => value ?? null);

const worked = {
  /** The day it counts for, where the person is. */
  workedOn: PlainDate,
  /** From and to, or the minutes of the day alone; of a span the minutes follow. */
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
  /** Null also of a timer that is running. */
  endedAt: Instant.nullable(),
  minutes: z.int().nullable(),
  billable: z.boolean(),
  note: z.string().nullable(),
  isOwn: z.boolean(),
  /** One's own, or with tasks.edit. */
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

/** What the clock did: a timer of less than a minute leaves nothing behind. */
const Stopped = z.object({ task: Reference.extend({ no: z.string() }), minutes: z.int().nullable() });

/** Time spent on tasks. Nobody works on two things at once; who sees a task sees its time. */
export const timeEntries = {
  ...listEndpoints('/time-entries', 'tasks.view', {
    query: TimeQuery,
    row: TimeEntry,
    total: ListTotal.extend({ minutes: z.int().nullable() }),
  }),
  /** The caller's own timer. */
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
  /** Starts the caller's timer; one that runs elsewhere is stopped. */
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
