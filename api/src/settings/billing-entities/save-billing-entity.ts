import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type {
  billingEntities,
  BillingEntity,
} from '@daybook/contracts/settings/billing-entities/billing-entities';
import { firstChangedDay } from '@daybook/contracts/settings/billing-entities/tax-due';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { seedTaxCodes } from '../tax-codes/save-tax-code.ts';
import { checkKeptNumberFormats, wholeNumberFormats } from './billing-entities.rules.ts';
import { addNumberFormats, changeNumberFormats } from './save-number-formats.ts';
import { getBillingEntity } from './billing-entities.queries.ts';

type Fields = Omit<ParsedInputOf<typeof billingEntities.create>, 'id' | 'numberFormats'>;

const stored = ({ address, registrations, bankAccounts, taxDueChanges, ...fields }: Fields) => ({
  ...fields,
  ...(taxDueChanges && { taxDueChanges: json(taxDueChanges) }),
  address: json(address),
  registrations: json(registrations),
  bankAccounts: json(bankAccounts.map((account) => ({ ...account, id: account.id ?? uuidv7() }))),
  searchText: normalise(fields.name, fields.legalName, ...registrations.map(({ value }) => value)),
});

/** Refuses ALREADY_EXISTS on `name`. */
export async function createBillingEntity(
  db: Db,
  { id = uuidv7(), numberFormats, ...fields }: ParsedInputOf<typeof billingEntities.create>,
): Promise<BillingEntity> {
  await db
    .insertInto('billingEntity')
    .values({ id, ...stored(fields) })
    .execute();
  await addNumberFormats(db, id, wholeNumberFormats(numberFormats));
  await seedTaxCodes(db, fields);
  return getBillingEntity(db, id);
}

const rounding = ['roundingMode', 'roundingDir', 'roundTotalTo'] as const;

/** Refuses REQUIRED or DATE_TOO_EARLY on `roundingFrom` if the rounding changes after documents have been issued. */
async function checkRounding(db: Db, current: BillingEntity, fields: Fields): Promise<void> {
  if (rounding.every((term) => fields[term] === current[term])) return;
  const { last } = await db
    .selectFrom('invoiceState')
    .select(sql<string | null>`max(issue_date)`.as('last'))
    .where('entityId', '=', current.id)
    .where('status', '<>', 'draft')
    .executeTakeFirstOrThrow();
  if (last === null) return;
  const earliest = addDays(last, 1);
  if (fields.roundingFrom === null) throw refuseField('INPUT_INVALID', 'roundingFrom', {}, 'REQUIRED');
  if (fields.roundingFrom < earliest)
    throw refuseField('INPUT_INVALID', 'roundingFrom', { earliest }, 'DATE_TOO_EARLY');
}

/** Refuses a change for a day up to the last exported one: DATE_TOO_EARLY on the change, or TAX_DUE_EXPORTED on `taxDue`. */
async function checkTaxDue(db: Db, current: BillingEntity, fields: Fields): Promise<void> {
  const { taxDue = current.taxDue, taxDueChanges = current.taxDueChanges } = fields;
  const day = firstChangedDay(current, { taxDue, taxDueChanges });
  if (day === undefined) return;
  const { last } = await db
    .selectFrom('taxExport')
    .select(sql<string | null>`max(period_to)`.as('last'))
    .where('entityId', '=', current.id)
    .where('register', '=', 'output')
    .executeTakeFirstOrThrow();
  if (last === null || (day !== null && day > last)) return;
  const index = taxDueChanges.findIndex(({ from }) => from === day);
  if (index === -1) throw refuseField('INPUT_INVALID', 'taxDue', { until: last }, 'TAX_DUE_EXPORTED');
  const earliest = addDays(last, 1);
  throw refuseField('INPUT_INVALID', `taxDueChanges.${index}.from`, { earliest }, 'DATE_TOO_EARLY');
}

/**
 * Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS on `name`, BASE_CURRENCY_FROZEN, SERIES_STARTED, and as `checkRounding`
 * and `checkTaxDue`.
 */
export async function editBillingEntity(
  db: Db,
  { id, numberFormats, ...fields }: ParsedInputOf<typeof billingEntities.edit>,
  version: number,
): Promise<BillingEntity> {
  const current = await lockAtVersion(db, 'billingEntity', id, version, () => getBillingEntity(db, id));
  checkKeptNumberFormats(current.numberFormats, numberFormats, fields);
  await checkRounding(db, current, fields);
  await checkTaxDue(db, current, fields);
  await db
    .updateTable('billingEntity')
    .set({ ...stored(fields), ...nextVersion })
    .where('id', '=', id)
    .execute();
  await changeNumberFormats(db, id, numberFormats);
  await seedTaxCodes(db, fields);
  return getBillingEntity(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, and ENTITY_HAS_DRAFTS when it is deactivated. */
export async function setBillingEntityActive(
  db: Db,
  id: string,
  version: number,
  active: boolean,
): Promise<BillingEntity> {
  await lockAtVersion(db, 'billingEntity', id, version, () => getBillingEntity(db, id));
  const draft = active
    ? undefined
    : await db
        .selectFrom('invoiceState')
        .select('invoiceId')
        .where('entityId', '=', id)
        .where('status', '=', 'draft')
        .limit(1)
        .executeTakeFirst();
  if (draft) throw new Refusal('ENTITY_HAS_DRAFTS');
  await db
    .updateTable('billingEntity')
    .set({ active, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getBillingEntity(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, REFERENCED while anything uses it. */
export async function removeBillingEntity(db: Db, id: string, version: number): Promise<void> {
  await lockAtVersion(db, 'billingEntity', id, version, () => getBillingEntity(db, id));
  await db.deleteFrom('billingEntity').where('id', '=', id).execute();
}
