import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { implement } from '../../http/implement.ts';
import { bringOpenings, previewOpenings } from './import-openings.ts';
import { countOpenings, listOpeningEntities, listOpenings } from './opening-balances.queries.ts';
import { lockOpenings, moveCutOver, takeOneBack, unlockOpenings } from './opening-locks.ts';

export const openingBalancesRoutes = implement(
  'opening_balances',
  openingBalances,
)({
  entities: async ({ db }) => ({ rows: await listOpeningEntities(db) }),
  cutOver: ({ db, input }) => moveCutOver(db, input),
  list: ({ db, user, input }) => listOpenings(db, user, input),
  total: ({ db, user, input }) => countOpenings(db, user, input),
  preview: ({ db, user, input }) => previewOpenings(db, user, input),
  bring: ({ db, user, input }) => bringOpenings(db, user, input),
  takeBack: async ({ db, user, input }) => {
    await takeOneBack(db, user, input);
    return {};
  },
  lock: ({ db, user, input }) => lockOpenings(db, user, input),
  unlock: async ({ db, user, input }) => {
    await unlockOpenings(db, user, input);
    return {};
  },
});
