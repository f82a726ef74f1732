import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { implement } from '../../http/implement.ts';
import { clearCheque, depositCheque, redepositCheque } from './move-cheque.ts';

export const chequesRoutes = implement(
  'cheques',
  cheques,
)({
  deposit: ({ db, user, input }) => depositCheque(db, user, input),
  clear: ({ db, user, input }) => clearCheque(db, user, input),
  redeposit: ({ db, user, input }) => redepositCheque(db, user, input),
});
