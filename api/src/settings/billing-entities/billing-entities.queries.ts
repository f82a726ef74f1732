import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { addDays } from '@daybook/contracts/plain-date';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type {
  billingEntities,
  BillingEntity,
  BillingEntityRow,
} from '@daybook/contracts/settings/billing-entities/billing-entities';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { matches, normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { whereGiven } from '../../db/where-given.ts';
import { seedTaxCodes } from '../tax-codes/tax-codes.queries.ts';
import { checkKeptNumberFormats, wholeNumberFormats } from './billing-entities.rules.ts';
import { addNumberFormats, changeNumberFormats, numberFormatsOf } from './number-formats.queries.ts';

type ListInput = ParsedInputOf<typeof billingEntities.list>;
type Fields = Omit<ParsedInputOf<typeof billingEntities.create>, 'id' | 'numberFormats'>;

const found = (db: Db, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db.selectFrom('billingEntity'),
    { ...filter, q },
    {
      active: 'billingEntity.active',
      q: (text) => matches('billingEntity', text),
    },
  );

const hasLogo = sql<boolean>`logo is not null`.as('hasLogo');

export async function listBillingEntities(db: Db, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const query = found(db, input).select([
    'id',
    'version',
    'name',
    'legalName',
    'country',
    'baseCurrency',
    'regime',
    'active',
    hasLogo,
  ]);
  type Row = Awaited<ReturnType<typeof query.executeTakeFirstOrThrow>>;
  const keys = [
    { by: sql`billing_entity.name collate "und-x-icu"`, of: (row: Row) => row.name },
    { by: sql.ref('billing_entity.id'), of: (row: Row) => row.id },
  ];
  const page = await pageByKeyset(query, keys, descending, input);
  return { ...page, rows: page.rows as BillingEntityRow[] };
}

export const countBillingEntities = (db: Db, input: ListInput) => totalOf(db, found(db, input));

/** Refuses NOT_FOUND. */
export async function getBillingEntity(db: Db, id: string): Promise<BillingEntity> {
  const row = await db
    .selectFrom('billingEntity')
    .select([
      'id',
      'version',
      'name',
      'legalName',
      'country',
      'baseCurrency',
      'fyStart',
      'timezone',
      'regime',
      'taxStatus',
      'address',
      'registrations',
      'bankAccounts',
      'roundTotalTo',
      'roundingMode',
      'roundingDir',
      'roundingFrom',
      'paymentTermsDays',
      'defaultTerms',
      'footer',
      'docLocale',
      'chronology',
      'invoiceApproval',
      'expenseFileLimit',
      'writeOffLimit',
      'active',
      hasLogo,
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return { ...(row as Omit<BillingEntity, 'numberFormats'>), numberFormats: await numberFormatsOf(db, id) };
}

const stored = ({ address, registrations, bankAccounts, ...fields }: Fields) => ({
  ...fields,
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

/** Refuses REQUIRED or DATE_TOO_EARLY on `roundingFrom` where the rounding changes under documents that are issued. */
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

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS on `name`, BASE_CURRENCY_FROZEN, SERIES_STARTED, and as `checkRounding`. */
export async function editBillingEntity(
  db: Db,
  { id, numberFormats, ...fields }: ParsedInputOf<typeof billingEntities.edit>,
  version: number,
): Promise<BillingEntity> {
  const current = await lockAtVersion(db, 'billingEntity', id, version, () => getBillingEntity(db, id));
  checkKeptNumberFormats(current.numberFormats, numberFormats, fields);
  await checkRounding(db, current, fields);
  await db
    .updateTable('billingEntity')
    .set({ ...stored(fields), ...nextVersion })
    .where('id', '=', id)
    .execute();
  await changeNumberFormats(db, id, numberFormats);
  await seedTaxCodes(db, fields);
  return getBillingEntity(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, and ENTITY_HAS_DRAFTS when it is to rest. */
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
