import { keysOfMode } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import type { RecurringMode } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { refuseField } from '@daybook/contracts/refusals';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { openedSeries } from '../../recurrence/series-steps.ts';

/** Refuses PERM_DENIED on `mode`. */
export function checkMode(user: CurrentUser, mode: RecurringMode): void {
  if (!keysOfMode[mode].every((key) => holds(user, key))) throw refuseField('PERM_DENIED', 'mode');
}

/** As `checkMode`, for a stored series. The command itself refuses an outdated version. Refuses NOT_FOUND. */
export async function checkModeOf(db: Db, user: CurrentUser, id: string): Promise<void> {
  await openedSeries(db, user, 'invoice', id);
  const { mode } = await db
    .selectFrom('recurringInvoice')
    .select('mode')
    .where('seriesId', '=', id)
    .executeTakeFirstOrThrow();
  checkMode(user, mode as RecurringMode);
}
