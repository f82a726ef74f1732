import { statutoryInterest } from '@daybook/contracts/receivables/statutory-interest/statutory-interest';
import { implement } from '../../http/implement.ts';
import { openStatutoryInterest } from './statutory-interest.queries.ts';

export const statutoryInterestRoutes = implement(
  'statutory_interest',
  statutoryInterest,
)({
  open: ({ db, user, input }) => openStatutoryInterest(db, user, input.id),
});
