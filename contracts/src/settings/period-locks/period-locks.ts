import { z } from 'zod';
import { endpoint, userTypeOf } from '../../endpoint.ts';
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

/** Someone who may still post behind the lock, until a day. */
export const PeriodException = z.object({
  id: Uuid,
  user: Reference,
  until: PlainDate,
  reason: z.string(),
  at: Instant,
  by: z.string().nullable(),
  /** Neither withdrawn nor over. */
  isInForce: z.boolean(),
});
export type PeriodException = z.infer<typeof PeriodException>;

/** A move of the lock; without a day it was lifted. */
export const PeriodLockMove = z.object({
  id: Uuid,
  lockedUntil: PlainDate.nullable(),
  reason: z.string().nullable(),
  at: Instant,
  by: z.string().nullable(),
});
export type PeriodLockMove = z.infer<typeof PeriodLockMove>;

/** Nothing is posted in a billing entity up to the day it is locked until, but by who has an exception. */
export const PeriodLock = z.object({
  entity: Reference,
  lockedUntil: PlainDate.nullable(),
  /** Newest first, a hundred of each. */
  exceptions: z.array(PeriodException),
  history: z.array(PeriodLockMove),
});
export type PeriodLock = z.infer<typeof PeriodLock>;

const allow = userTypeOf('super_admin', 'admin');

export const periodLocks = {
  /** The billing entities at work, by name. */
  list: endpoint({
    method: 'GET',
    path: '/period-locks',
    allow,
    input: z.object({}),
    output: z.object({
      rows: z.array(z.object({ entity: Reference, lockedUntil: PlainDate.nullable() })),
    }),
  }),
  /** By the id of the billing entity, as the others here. */
  open: openEndpoint('/period-locks', allow, PeriodLock),
  /** Locks until a day that is not to come; null lifts the lock. An earlier day or none needs the reason. */
  move: endpoint({
    method: 'POST',
    path: '/period-locks/:id',
    allow,
    input: ById.extend({ lockedUntil: PlainDate.nullable(), reason: optionalText(500) }),
    output: PeriodLock,
  }),
  /** Lets one person post behind the lock up to the end of a day. */
  except: endpoint({
    method: 'POST',
    path: '/period-locks/:id/exceptions',
    allow,
    input: ById.extend({ exceptionId: OwnId, userId: Uuid, until: PlainDate, reason: requiredText(500) }),
    output: PeriodLock,
  }),
  /** Before its end. */
  withdraw: endpoint({
    method: 'POST',
    path: '/period-locks/:id/exceptions/:exceptionId/withdraw',
    allow,
    input: ById.extend({ exceptionId: Uuid }),
    output: PeriodLock,
  }),
};
