import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { TaxExport, taxRegisters } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { movePeriodLock } from '../../settings/period-locks/change-period-lock.ts';
import { readRegister, registerEntity } from './register-facts.queries.ts';
import { getTaxExport } from './tax-exports.queries.ts';
import { requireAll } from './tax-registers.rules.ts';
import { registerPeriod } from './tax-registers.rules.ts';

/**
 * Records that a period was exported for a return, with its sums of that moment. Postings in progress end first, and later ones wait:
 * each is either in the sums or a late change. Refuses what `registerPeriod` refuses, and DATE_FUTURE
 * on the last day of a period that has not ended.
 */
export async function markTaxExport(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), entityId, register, closePeriod, ...asked }: ParsedInputOf<typeof taxRegisters.mark>,
): Promise<TaxExport> {
  requireAll(user);
  await sql`select from billing_entity where id = ${entityId} for update`.execute(db);
  const entity = await registerEntity(db, entityId);
  const { from, to } = registerPeriod(asked, entity.today);
  if (to > entity.today) throw refuseField('INPUT_INVALID', 'to', {}, 'DATE_FUTURE');
  const { comparison } = await readRegister(db, entity, { register, from, to, language: user.locale });
  await db
    .insertInto('taxExport')
    .values({
      id,
      entityId,
      register,
      periodFrom: from,
      periodTo: to,
      taxes: json(comparison.map(({ component, register: tax }) => ({ name: component, tax }))),
    })
    .execute();
  if (closePeriod) {
    const { rows } = await sql<{
      until: string | null;
    }>`select locked_until(${entityId})::text as until`.execute(db);
    if ((rows[0]?.until ?? '') < to)
      await movePeriodLock(db, { id: entityId, lockedUntil: to, reason: null });
  }
  return getTaxExport(db, id);
}
