import { remoteLoads } from '@daybook/contracts/remote-loads';
import { implement } from '../http/implement.ts';
import { summariseRemoteLoads } from './remote-loads.queries.ts';
import { keepRemoteLoads } from './store-remote-loads.ts';

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
