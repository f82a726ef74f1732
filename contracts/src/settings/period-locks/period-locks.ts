import { z } from 'zod';
import { endpoint, forAdmins } from '../../endpoint.ts';
import {
  ById,
  Instant,
  OwnId,
  PlainDate,
  Reference,
  Uuid,
  optionalText,
  requiredText,
} from '../../fields.ts';
import { openEndpoint } from '../../usual-endpoints.ts';

/** A person who may post in the closed period, until a day. */
export const PeriodException = z.object({
  id: Uuid,
  user: Reference,
  until: PlainDate,
  reason: z.string(),
  at: Instant,
  by: z.string().nullable(),
  /** Whether the exception is neither withdrawn nor expired. */
  isInForce: z.boolean(),
});
export type PeriodException = z.infer<typeof PeriodException>;

/** A change of the lock date. Without a date, it lifted the lock. */
export const PeriodLockMove = z.object({
  id: Uuid,
  lockedUntil: PlainDate.nullable(),
  reason: z.string().nullable(),
  at: Instant,
  by: z.string().nullable(),
});
export type PeriodLockMove = z.infer<typeof PeriodLockMove>;

/** Nothing can be posted in the billing entity up to and including this date, except by people with an exception. */
export const PeriodLock = z.object({
  entity: Reference,
  lockedUntil: PlainDate.nullable(),
  /** Newest first, at most a hundred of each. */
  exceptions: z.array(PeriodException),
  history: z.array(PeriodLockMove),
});
export type PeriodLock = z.infer<typeof PeriodLock>;

export const periodLocks = {
  /** The active billing entities, by name. */
  list: endpoint({
    method: 'GET',
    path: '/period-locks',
    allow: forAdmins,
    input: z.object({}),
    output: z.object({
      rows: z.array(z.object({ entity: Reference, lockedUntil: PlainDate.nullable() })),
    }),
  }),
  /** Opens the lock of a billing entity. The id is the entity's, as in the endpoints below. */
  open: openEndpoint('/period-locks', forAdmins, PeriodLock),
  /** Sets the lock date, which may not be in the future; null lifts the lock. An earlier date, or none, needs a reason. */
  move: endpoint({
    method: 'POST',
    path: '/period-locks/:id',
    allow: forAdmins,
    input: ById.extend({ lockedUntil: PlainDate.nullable(), reason: optionalText(500) }),
    output: PeriodLock,
  }),
  /** Lets one person post in the closed period until the end of a day. */
  except: endpoint({
    method: 'POST',
    path: '/period-locks/:id/exceptions',
    allow: forAdmins,
    input: ById.extend({ exceptionId: OwnId, userId: Uuid, until: PlainDate, reason: requiredText(500) }),
    output: PeriodLock,
  }),
  /** Ends an exception early. */
  withdraw: endpoint({
    method: 'POST',
    path: '/period-locks/:id/exceptions/:exceptionId/withdraw',
    allow: forAdmins,
    input: ById.extend({ exceptionId: Uuid }),
    output: PeriodLock,
  }),
};
