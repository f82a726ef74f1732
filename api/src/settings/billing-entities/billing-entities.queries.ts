import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type {
  billingEntities,
  BillingEntity,
  BillingEntityRow,
} from '@daybook/contracts/settings/billing-entities/billing-entities';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { numberFormatsOf } from './number-formats.queries.ts';

type ListInput = ParsedInputOf<typeof billingEntities.list>;

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
      'creditLimit',
      'expenseFileLimit',
      'writeOffLimit',
      'keepsStaffCash',
      'staffCashLimit',
      'certificateDays',
      'taxDue',
      'taxDueChanges',
      'active',
      hasLogo,
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return { ...(row as Omit<BillingEntity, 'numberFormats'>), numberFormats: await numberFormatsOf(db, id) };
}
