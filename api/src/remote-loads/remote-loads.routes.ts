import { remoteLoads } from '@daybook/contracts/remote-loads';
import { implement } from '../http/implement.ts';
import { keepRemoteLoads, summariseRemoteLoads } from './remote-loads.queries.ts';

export const remoteLoadsRoutes = implement(
  'remoteLoads',
  remoteLoads,
)({
  tell: async ({ db, input }) => {
    await keepRemoteLoads(db, input.loads);
    return {};
  },
  summary: async ({ db, input }) => ({ rows: await summariseRemoteLoads(db, Number(input.days)) }),
});
