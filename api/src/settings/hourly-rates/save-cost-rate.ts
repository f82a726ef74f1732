import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { CostRate, costRates } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getCostRate } from './cost-rates.queries.ts';

/** Refuses REFERENCE_UNKNOWN, and RATES_OVERLAP on `validFrom`. */
export async function createCostRate(
  db: Db,
  { id = uuidv7(), ...fields }: ParsedInputOf<typeof costRates.create>,
): Promise<CostRate> {
  await db
    .insertInto('costRate')
    .values({ id, ...fields })
    .execute();
  return getCostRate(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, REFERENCE_UNKNOWN, and RATES_OVERLAP on `validFrom`. */
export async function editCostRate(
  db: Db,
  { id, ...fields }: ParsedInputOf<typeof costRates.edit>,
  version: number,
): Promise<CostRate> {
  await lockAtVersion(db, 'costRate', id, version, () => getCostRate(db, id));
  await db
    .updateTable('costRate')
    .set({ ...fields, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getCostRate(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT. */
export async function removeCostRate(db: Db, id: string, version: number): Promise<void> {
  await lockAtVersion(db, 'costRate', id, version, () => getCostRate(db, id));
  await db.deleteFrom('costRate').where('id', '=', id).execute();
}
