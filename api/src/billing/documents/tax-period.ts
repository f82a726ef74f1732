import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import { isAdmin } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';

/** Whether the day lies in a period whose output tax register was exported for a return. */
async function isExported(db: Db, entityId: string, day: string): Promise<boolean> {
  // A concurrent export ends first, or waits for this transaction.
  await sql`select from billing_entity where id = ${entityId} for key share`.execute(db);
  const found = await db
    .selectFrom('taxExport')
    .select('id')
    .where('entityId', '=', entityId)
    .where('register', '=', 'output')
    .where('periodFrom', '<=', day)
    .where('periodTo', '>=', day)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

interface Voided {
  entityId: string;
  /** The date of the document. */
  day: string;
  despiteExport: boolean;
}

/** Refuses TAX_PERIOD_EXPORTED on a document of an exported period, unless an admin insists. */
export async function checkTaxPeriod(
  db: Db,
  user: CurrentUser,
  { entityId, day, despiteExport }: Voided,
): Promise<void> {
  if (despiteExport && isAdmin(user)) return;
  if (await isExported(db, entityId, day)) throw new Refusal('TAX_PERIOD_EXPORTED');
}
