import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, PlainDate, Reference, Uuid, Version, requiredText } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { shifts } from '../../recurrence/working-days.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { statementRhythms } from './statement-days.ts';
import { statementKinds } from './statements.ts';

export const scheduleStatuses = ['active', 'paused'] as const;
/** Why a schedule rests: somebody paused it, or its owner may no longer send statements. */
export const schedulePauses = ['person', 'owner'] as const;

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

export const StatementScheduleInput = z.object({
  name: requiredText(120),
  kind: z.enum(statementKinds).default('period'),
  every: z.enum(statementRhythms),
  /** The day of the month; the last day of a shorter month. */
  onDay: z.int().min(1).max(31),
  /** What happens when it is not a working day. */
  shift: z.enum(shifts).default('next'),
  /** The holiday calendar; without one, Saturday and Sunday are days off. */
  calendarId: absent(Uuid),
  /** One client, or everyone that the filter finds on the day. */
  clientId: absent(Uuid),
  entityId: absent(Uuid),
  groupId: absent(Uuid),
  crmId: absent(Uuid),
  withBalance: z.boolean().default(true),
});
export type StatementScheduleInput = z.output<typeof StatementScheduleInput>;

export const StatementSchedule = StatementScheduleInput.extend({
  id: Uuid,
  version: Version,
  /** The person with whose permissions and scope it sends. */
  owner: Reference,
  status: z.enum(scheduleStatuses),
  pausedFor: z.enum(schedulePauses).nullable(),
  /** The day on which it sends next; null while it is paused. */
  nextOn: PlainDate.nullable(),
  /** The day on which it sent last. */
  lastOn: PlainDate.nullable(),
  client: Reference.nullable(),
  entity: Reference.nullable(),
  group: Reference.nullable(),
  crm: Reference.nullable(),
  calendarId: Uuid.nullable(),
  clientId: Uuid.nullable(),
  entityId: Uuid.nullable(),
  groupId: Uuid.nullable(),
  crmId: Uuid.nullable(),
});
export type StatementSchedule = z.infer<typeof StatementSchedule>;

const path = '/statement-schedules';
const key = 'reports.client_ledgers';
const record = { input: StatementScheduleInput, output: StatementSchedule };

/** When statements are sent without anybody. A person sees their own schedules, an admin all. */
export const statementSchedules = {
  ...listEndpoints(path, key, {
    query: listQuery(['name', '-name'], { status: z.enum(scheduleStatuses) }),
    row: StatementSchedule,
    total: ListTotal,
  }),
  open: openEndpoint(path, key, StatementSchedule),
  create: createEndpoint(path, key, record),
  edit: editEndpoint(path, key, { ...record, input: StatementScheduleInput.extend(ById.shape) }),
  remove: removeEndpoint(path, key),
  pause: endpoint({
    method: 'POST',
    path: `${path}/:id/pause`,
    allow: key,
    versioned: true,
    input: ById,
    output: StatementSchedule,
  }),
  /** Goes on with the next day of the schedule; days that passed meanwhile are not made up for. The caller becomes its owner. */
  resume: endpoint({
    method: 'POST',
    path: `${path}/:id/resume`,
    allow: key,
    versioned: true,
    input: ById,
    output: StatementSchedule,
  }),
};
