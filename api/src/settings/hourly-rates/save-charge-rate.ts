import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { refuseField } from '@daybook/contracts/refusals';
import type { ChargeRate, chargeRates } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { checkPicked } from '../../crm/check-picked.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { inScope } from '../../scope.ts';
import { getChargeRate } from './charge-rates.queries.ts';

async function checkClient(db: Db, user: CurrentUser, clientId: string | null): Promise<void> {
  if (clientId === null) return;
  const client = await db
    .selectFrom('client')
    .select('id')
    .where('id', '=', clientId)
    .where(inScope.client(user, sql.ref('client.id')))
    .executeTakeFirst();
  if (!client) throw refuseField('REFERENCE_UNKNOWN', 'clientId');
}

/** Refuses REFERENCE_UNKNOWN, and RATES_OVERLAP on `validFrom`. */
export async function createChargeRate(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), ...fields }: ParsedInputOf<typeof chargeRates.create>,
): Promise<ChargeRate> {
  await checkClient(db, user, fields.clientId);
  await checkPicked(db, { serviceId: fields.serviceId });
  await db
    .insertInto('chargeRate')
    .values({ id, ...fields })
    .execute();
  return getChargeRate(db, user, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, REFERENCE_UNKNOWN, and RATES_OVERLAP on `validFrom`. */
export async function editChargeRate(
  db: Db,
  user: CurrentUser,
  { id, ...fields }: ParsedInputOf<typeof chargeRates.edit>,
  version: number,
): Promise<ChargeRate> {
  const present = await lockAtVersion(db, 'chargeRate', id, version, () => getChargeRate(db, user, id));
  await checkClient(db, user, fields.clientId);
  await checkPicked(db, { serviceId: fields.serviceId }, [present.service]);
  await db
    .updateTable('chargeRate')
    .set({ ...fields, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getChargeRate(db, user, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT. */
export async function removeChargeRate(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
): Promise<void> {
  await lockAtVersion(db, 'chargeRate', id, version, () => getChargeRate(db, user, id));
  await db.deleteFrom('chargeRate').where('id', '=', id).execute();
}
