import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { Refusal } from '@daybook/contracts/refusals';
import type {
  WithholdingCode,
  WithholdingRate,
  withholdingCodes,
} from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { contains } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { todaysDate } from '../todays-date.ts';

type ListInput = ParsedInputOf<typeof withholdingCodes.list>;

const found = (db: Db, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db.selectFrom('withholdingCode'),
    { ...filter, q },
    {
      active: 'withholdingCode.active',
      q: (text) => contains(sql`(withholding_code.section || ' ' || withholding_code.name)`, text),
    },
  );

/** Newest first. */
export const ratesOf = sql<WithholdingRate[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('validFrom', valid_from, 'threshold', threshold, 'rate', rate::text,
      'tiers', tiers) order by valid_from desc), '[]')
    from withholding_rate where withholding_code_id = withholding_code.id)`.as('rates');

const withRates = (query: ReturnType<typeof found>) =>
  query.select([
    'id',
    'version',
    'section',
    'name',
    'currency',
    sql<WithholdingCode['base']>`base`.as('base'),
    sql<WithholdingCode['counting']>`counting`.as('counting'),
    sql<WithholdingCode['roundTo']>`round_to`.as('roundTo'),
    sql<WithholdingCode['roundDir']>`round_dir`.as('roundDir'),
    'active',
    ratesOf,
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withRates>['executeTakeFirstOrThrow']>>;

const shown = (row: Row, today: string): WithholdingCode => {
  const rates = row.rates.map((one) => ({ ...one, rate: canonicalDecimal(one.rate) }));
  const present = rates.find(({ validFrom }) => validFrom <= today);
  return { ...row, rates, rate: present?.rate ?? null };
};

export async function listWithholdingCodes(db: Db, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const keys = [
    { by: sql.ref('withholding_code.section'), of: (row: Row) => row.section },
    { by: sql.ref('withholding_code.id'), of: (row: Row) => row.id },
  ];
  const page = await pageByKeyset(withRates(found(db, input)), keys, descending, input);
  return { ...page, rows: page.rows.map((row) => shown(row, todaysDate())) };
}

export const countWithholdingCodes = (db: Db, input: ListInput) => totalOf(db, found(db, input));

/** Refuses NOT_FOUND. */
export async function getWithholdingCode(db: Db, id: string): Promise<WithholdingCode> {
  const row = await withRates(found(db, { filter: {} }))
    .where('withholdingCode.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(row, todaysDate());
}
