import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Page } from '@daybook/contracts/lists';
import type { Minor } from '@daybook/contracts/money/money';
import type {
  WithheldQuarter,
  WithholdingTotal,
  withheldQuarters,
} from '@daybook/contracts/receivables/withholding/withholding-entries';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { summed, sums, sumsOfEntries } from './withholding-entries.queries.ts';
import { foundEntries } from './withholding-rows.ts';

type ListInput = ParsedInputOf<typeof withheldQuarters.list>;

interface Row {
  id: string;
  clientId: string;
  clientName: string;
  sortName: string;
  fy: string;
  quarter: number;
  currency: string;
  entries: number;
  amount: Minor;
  certified: Minor;
  writtenOff: Minor;
}

/** One row for each client, quarter and currency. */
const grouped = (db: Db, user: CurrentUser, input: ListInput) =>
  db
    .selectFrom(
      foundEntries(db, user, input)
        .select([
          sql<string>`entry.client_id || ' ' || entry.fy || ' ' || entry.quarter || ' ' || entry.currency`.as(
            'id',
          ),
          'entry.clientId',
          'client.name as clientName',
          'client.sortName',
          'entry.fy',
          'entry.quarter',
          'entry.currency',
          ...sums,
        ])
        .groupBy(['entry.clientId', 'client.id', 'entry.fy', 'entry.quarter', 'entry.currency'])
        .as('row'),
    )
    .selectAll('row');

const byName = {
  by: sql`"row".sort_name collate "und-x-icu"`,
  of: (row: Row) => row.sortName,
};
const byYear = { by: sql.ref('row.fy'), of: (row: Row) => row.fy };
const byQuarter = { by: sql.ref('row.quarter'), of: (row: Row) => row.quarter };
const byId = { by: sql.ref('row.id'), of: (row: Row) => row.id };

export async function listQuarters(
  db: Db,
  user: CurrentUser,
  input: ListInput,
): Promise<Page<WithheldQuarter>> {
  const { name, descending } = sortOf(input.sort);
  const keys = name === 'client' ? [byName, byYear, byQuarter, byId] : [byYear, byQuarter, byName, byId];
  const page = await pageByKeyset(grouped(db, user, input), keys, descending, input);
  return {
    ...page,
    rows: page.rows.map((row) => {
      const { clientId, clientName, sortName: _, ...figures } = summed(row);
      return { ...figures, client: { id: clientId, label: clientName } };
    }),
  };
}

export async function totalQuarters(db: Db, user: CurrentUser, input: ListInput): Promise<WithholdingTotal> {
  const [total, figures] = await Promise.all([
    totalOf(db, grouped(db, user, input)),
    sumsOfEntries(db, user, input),
  ]);
  return { ...total, ...figures };
}
