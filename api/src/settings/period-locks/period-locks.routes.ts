import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { implement } from '../../http/implement.ts';
import { listPeriodLocks, openPeriodLock } from './period-locks.queries.ts';
import { exceptFromPeriodLock, movePeriodLock, withdrawException } from './change-period-lock.ts';

export const periodLocksRoutes = implement(
  'period-locks',
  periodLocks,
)({
  list: async ({ db }) => ({ rows: await listPeriodLocks(db) }),
  open: ({ db, input }) => openPeriodLock(db, input.id),
  move: ({ db, input }) => movePeriodLock(db, input),
  except: ({ db, input }) => exceptFromPeriodLock(db, input),
  withdraw: ({ db, user, input }) => withdrawException(db, user, input),
});
