import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { CostRate, costRates } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { contains } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';

type ListInput = ParsedInputOf<typeof costRates.list>;

const found = (db: Db, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db.selectFrom('costRate').innerJoin('appUser as person', 'person.id', 'costRate.personId'),
    { ...filter, q },
    {
      personId: 'costRate.personId',
      on: (day) =>
        sql<SqlBool>`${day}::date between cost_rate.valid_from and coalesce(cost_rate.valid_to, 'infinity')`,
      q: (text) => contains(sql.ref('person.name'), text),
    },
  );

const withNames = (query: ReturnType<typeof found>) =>
  query.select([
    'costRate.id',
    'costRate.version',
    'costRate.personId',
    'person.name as personName',
    'costRate.currency',
    'costRate.rate',
    'costRate.validFrom',
    'costRate.validTo',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;

const shown = (row: Row): CostRate => ({ ...row, person: { id: row.personId, label: row.personName } });

export async function listCostRates(db: Db, input: ListInput) {
  const keys = [
    { by: sql.ref('cost_rate.valid_from'), of: (row: Row) => row.validFrom },
    { by: sql.ref('cost_rate.id'), of: (row: Row) => row.id },
  ];
  const page = await pageByKeyset(withNames(found(db, input)), keys, sortOf(input.sort).descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

export const countCostRates = (db: Db, input: ListInput) => totalOf(db, found(db, input));

/** Refuses NOT_FOUND. */
export async function getCostRate(db: Db, id: string): Promise<CostRate> {
  const row = await withNames(found(db, { filter: {} }))
    .where('costRate.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(row);
}
