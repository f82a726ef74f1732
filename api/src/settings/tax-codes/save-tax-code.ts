import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { Language } from '@daybook/contracts/fields';
import type { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import type { TaxCode, taxCodes } from '@daybook/contracts/settings/tax-codes/tax-codes';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { todaysDate } from '../todays-date.ts';
import { checkRates } from './tax-codes.rules.ts';
import { usualTaxCodes } from './usual-tax-codes.ts';
import { getTaxCode } from './tax-codes.queries.ts';

/** Refuses ALREADY_EXISTS on `code`. */
export async function createTaxCode(
  db: Db,
  { id = uuidv7(), rate, validFrom, ...fields }: ParsedInputOf<typeof taxCodes.create>,
): Promise<TaxCode> {
  await db
    .insertInto('taxCode')
    .values({ id, ...fields })
    .execute();
  await db.insertInto('taxRate').values({ taxCodeId: id, validFrom, rate }).execute();
  return getTaxCode(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS on `code`, and TAX_CODE_USED on fields that cannot change once it is used. */
export async function editTaxCode(
  db: Db,
  { id, ...fields }: ParsedInputOf<typeof taxCodes.edit>,
  version: number,
): Promise<TaxCode> {
  const { rates } = await lockAtVersion(db, 'taxCode', id, version, () => getTaxCode(db, id));
  checkRates(
    fields.category,
    rates.map(({ rate }) => rate),
    'category',
  );
  await db
    .updateTable('taxCode')
    .set({ ...fields, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getTaxCode(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS on `validFrom`. */
export async function addTaxRate(
  db: Db,
  { id, rate, validFrom }: ParsedInputOf<typeof taxCodes.addRate>,
  version: number,
): Promise<TaxCode> {
  const { category } = await lockAtVersion(db, 'taxCode', id, version, () => getTaxCode(db, id));
  checkRates(category, [rate], 'rate');
  await db.insertInto('taxRate').values({ taxCodeId: id, validFrom, rate }).execute();
  await db.updateTable('taxCode').set(nextVersion).where('id', '=', id).execute();
  return getTaxCode(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, and TAX_CODE_USED if documents may depend on the rate. */
export async function removeTaxRate(
  db: Db,
  { id, validFrom }: ParsedInputOf<typeof taxCodes.removeRate>,
  version: number,
): Promise<TaxCode> {
  const { rates } = await lockAtVersion(db, 'taxCode', id, version, () => getTaxCode(db, id));
  if (!rates.some((rate) => rate.validFrom === validFrom)) throw new Refusal('NOT_FOUND');
  const used = await sql<{ used: boolean }>`select tax_code_is_used(${id}) as used`.execute(db);
  if (rates.length === 1 || (validFrom <= todaysDate() && used.rows[0]?.used))
    throw new Refusal('TAX_CODE_USED');
  await db.deleteFrom('taxRate').where('taxCodeId', '=', id).where('validFrom', '=', validFrom).execute();
  await db.updateTable('taxCode').set(nextVersion).where('id', '=', id).execute();
  return getTaxCode(db, id);
}

/** Creates the usual codes of the regime that are missing, named in the entity’s language; what a person changed stays. */
export async function seedTaxCodes(
  db: Db,
  { regime, country, docLocale }: { regime: Regime; country: string; docLocale: Language },
): Promise<void> {
  const usual = usualTaxCodes({ regime, country, language: docLocale }, todaysDate());
  const made = await db
    .insertInto('taxCode')
    .values(
      usual.map(({ code, name, kind, category }) => ({ id: uuidv7(), regime, code, name, kind, category })),
    )
    .onConflict((conflict) => conflict.columns(['regime', 'code']).doNothing())
    .returning(['id', 'code'])
    .execute();
  const rates = made.flatMap(({ id, code }) =>
    (usual.find((one) => one.code === code)?.rates ?? []).map(({ validFrom, rate }) => ({
      taxCodeId: id,
      validFrom,
      rate,
    })),
  );
  if (rates.length > 0) await db.insertInto('taxRate').values(rates).execute();
}
