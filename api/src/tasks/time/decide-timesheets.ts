import type { Outcome } from '@daybook/contracts/bulk';
import type { Language } from '@daybook/contracts/fields';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { eachOf } from '../../db/each-of.ts';
import type { At } from '../../db/each-of.ts';
import { decideTimesheet } from './move-timesheet.ts';

/** Approves or returns many weeks as the single command does; each has its own result. */
export const decideTimesheets = (
  db: Db,
  user: CurrentUser,
  weeks: readonly At[],
  decision: { to: 'approved' | 'open'; reason?: string },
  language: Language,
): Promise<{ results: Outcome[] }> =>
  eachOf(db, language, weeks, async ({ id, version }) => {
    const { version: decided } = await decideTimesheet(db, user, { id, ...decision }, version);
    return decided;
  });
