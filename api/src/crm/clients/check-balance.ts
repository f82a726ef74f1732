import { refuseField } from '@daybook/contracts/refusals';
import { seesMoney } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Asked } from './client-list.queries.ts';

/** Who owes and who has credit are figures too. Refuses PERM_DENIED on the filter. */
export function checkBalance(user: CurrentUser, { filter: { balance } }: Pick<Asked, 'filter'>): void {
  if (balance !== undefined && !seesMoney(user)) throw refuseField('PERM_DENIED', 'filter.balance');
}
