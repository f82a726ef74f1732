import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { Refusal } from '@daybook/contracts/refusals';
import type {
  WithholdingCode,
  WithholdingRate,
  withholdingCodes,
} from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getWithholdingCode } from './withholding-codes.queries.ts';

const storeRate = (
  db: Db,
  withholdingCodeId: string,
  { validFrom, rate, threshold, tiers }: WithholdingRate,
) =>
  db
    .insertInto('withholdingRate')
    .values({
      withholdingCodeId,
      validFrom,
      rate,
      threshold,
      tiers: json(tiers.map((tier) => ({ above: tier.above, rate: canonicalDecimal(tier.rate) }))),
    })
    .execute();

/** Refuses ALREADY_EXISTS on `name`. */
export async function createWithholdingCode(
  db: Db,
  {
    id = uuidv7(),
    validFrom,
    rate,
    threshold,
    tiers,
    ...fields
  }: ParsedInputOf<typeof withholdingCodes.create>,
): Promise<WithholdingCode> {
  await db
    .insertInto('withholdingCode')
    .values({ id, ...fields })
    .execute();
  await storeRate(db, id, { validFrom, rate, threshold, tiers });
  return getWithholdingCode(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS on `name`, and TAX_CODE_USED on fields that cannot change once it is used. */
export async function editWithholdingCode(
  db: Db,
  { id, ...fields }: ParsedInputOf<typeof withholdingCodes.edit>,
  version: number,
): Promise<WithholdingCode> {
  await lockAtVersion(db, 'withholdingCode', id, version, () => getWithholdingCode(db, id));
  await db
    .updateTable('withholdingCode')
    .set({ ...fields, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getWithholdingCode(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, REFERENCED while a client or an invoice has it. */
export async function removeWithholdingCode(db: Db, id: string, version: number): Promise<void> {
  await lockAtVersion(db, 'withholdingCode', id, version, () => getWithholdingCode(db, id));
  await db.deleteFrom('withholdingCode').where('id', '=', id).execute();
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS on `validFrom`. */
export async function addWithholdingRate(
  db: Db,
  { id, ...rate }: ParsedInputOf<typeof withholdingCodes.addRate>,
  version: number,
): Promise<WithholdingCode> {
  await lockAtVersion(db, 'withholdingCode', id, version, () => getWithholdingCode(db, id));
  await storeRate(db, id, rate);
  await db.updateTable('withholdingCode').set(nextVersion).where('id', '=', id).execute();
  return getWithholdingCode(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, and TAX_CODE_USED for the last rate, or for a rate in force of a code that is used. */
export async function removeWithholdingRate(
  db: Db,
  { id, validFrom }: ParsedInputOf<typeof withholdingCodes.removeRate>,
  version: number,
): Promise<WithholdingCode> {
  const { rates } = await lockAtVersion(db, 'withholdingCode', id, version, () => getWithholdingCode(db, id));
  if (!rates.some((rate) => rate.validFrom === validFrom)) throw new Refusal('NOT_FOUND');
  if (rates.length === 1) throw new Refusal('TAX_CODE_USED');
  await db
    .deleteFrom('withholdingRate')
    .where('withholdingCodeId', '=', id)
    .where('validFrom', '=', validFrom)
    .execute();
  await db.updateTable('withholdingCode').set(nextVersion).where('id', '=', id).execute();
  return getWithholdingCode(db, id);
}
