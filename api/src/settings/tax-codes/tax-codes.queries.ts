import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { Refusal } from '@daybook/contracts/refusals';
import type { TaxCode, TaxRate, taxCodes } from '@daybook/contracts/settings/tax-codes/tax-codes';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { contains } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { todaysDate } from '../todays-date.ts';

type ListInput = ParsedInputOf<typeof taxCodes.list>;

const found = (db: Db, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db.selectFrom('taxCode'),
    { ...filter, q },
    {
      active: 'taxCode.active',
      regime: 'taxCode.regime',
      q: (text) => contains(sql`(tax_code.name || ' ' || tax_code.code)`, text),
    },
  );

const ratesOf = sql<TaxRate[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('validFrom', valid_from, 'rate', rate::text) order by valid_from desc), '[]')
    from tax_rate where tax_code_id = tax_code.id)`.as('rates');

const withRates = (query: ReturnType<typeof found>) =>
  query.select(['id', 'version', 'code', 'name', 'regime', 'kind', 'category', 'active', ratesOf]);

type Row = Awaited<ReturnType<ReturnType<typeof withRates>['executeTakeFirstOrThrow']>>;

const shown = (row: Row, today: string): TaxCode => {
  const rates = row.rates.map(({ validFrom, rate }) => ({ validFrom, rate: canonicalDecimal(rate) }));
  const present = rates.find(({ validFrom }) => validFrom <= today);
  return { ...(row as Omit<TaxCode, 'rate'>), rates, rate: present?.rate ?? null };
};

export async function listTaxCodes(db: Db, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const keys = [
    { by: sql.ref('tax_code.code'), of: (row: Row) => row.code },
    { by: sql.ref('tax_code.id'), of: (row: Row) => row.id },
  ];
  const page = await pageByKeyset(withRates(found(db, input)), keys, descending, input);
  return { ...page, rows: page.rows.map((row) => shown(row, todaysDate())) };
}

export const countTaxCodes = (db: Db, input: ListInput) => totalOf(db, found(db, input));

/** Refuses NOT_FOUND. */
export async function getTaxCode(db: Db, id: string): Promise<TaxCode> {
  const row = await withRates(found(db, { filter: {} }))
    .where('taxCode.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(row, todaysDate());
}
