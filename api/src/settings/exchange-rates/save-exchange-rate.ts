import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { ExchangeRate, exchangeRates } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getExchangeRate } from './exchange-rates.queries.ts';

const columnsOf = ({ from, to, date, rate, source }: Omit<ExchangeRate, 'id' | 'version'>) => ({
  fromCurrency: from,
  toCurrency: to,
  rateDate: date,
  rate,
  source,
});

/** Refuses ALREADY_EXISTS on `date`. */
export async function createExchangeRate(
  db: Db,
  { id = uuidv7(), ...fields }: ParsedInputOf<typeof exchangeRates.create>,
): Promise<ExchangeRate> {
  await db
    .insertInto('exchangeRate')
    .values({ id, ...columnsOf(fields) })
    .execute();
  return getExchangeRate(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS on `date`. */
export async function editExchangeRate(
  db: Db,
  { id, ...fields }: ParsedInputOf<typeof exchangeRates.edit>,
  version: number,
): Promise<ExchangeRate> {
  await lockAtVersion(db, 'exchangeRate', id, version, () => getExchangeRate(db, id));
  await db
    .updateTable('exchangeRate')
    .set({ ...columnsOf(fields), ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getExchangeRate(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT. */
export async function removeExchangeRate(db: Db, id: string, version: number): Promise<void> {
  await lockAtVersion(db, 'exchangeRate', id, version, () => getExchangeRate(db, id));
  await db.deleteFrom('exchangeRate').where('id', '=', id).execute();
}
