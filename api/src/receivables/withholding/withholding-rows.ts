import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type {
  WithheldSource,
  WithholdingState,
  WithholdingTab,
  withholdingEntries,
} from '@daybook/contracts/receivables/withholding/withholding-entries';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';

/** Which entries of the register a list finds, in SQL. */

export type EntriesInput = ParsedInputOf<typeof withholdingEntries.list>;
export type Asked = Pick<EntriesInput, 'q' | 'filter'>;

/** Of a query with `receipt` and `opening` beside the entry. */
export const source = sql<WithheldSource>`jsonb_build_object('kind', case when receipt.id is null then 'opening' else 'receipt' end,
  'id', coalesce(receipt.id, opening.id), 'label', coalesce(receipt.number, opening.number))`;

/** The first day on which a certificate is late; null if none is awaited, or the billing entity never asks for one. */
export const lateOn = sql<string | null>`case when entry.state in ('claimed', 'part_certified')
  then entry.quarter_ends_on + entity.certificate_days + 1 end`;
const todayOf = sql`(now() at time zone entity.timezone)::date`;
export const isLate = sql<boolean>`coalesce(${lateOn} <= ${todayOf}, false)`;

const statesOf: Record<Exclude<WithholdingTab, 'all' | 'late'>, readonly WithholdingState[]> = {
  awaited: ['claimed', 'part_certified'],
  certified: ['certified', 'matched'],
  disputed: ['disputed'],
  written_off: ['written_off'],
};

function onTab(tab: WithholdingTab): RawBuilder<SqlBool> {
  if (tab === 'all') return sql<SqlBool>`true`;
  if (tab === 'late') return isLate;
  return sql<SqlBool>`entry.state in (${sql.join(statesOf[tab].map((state) => sql.lit(state)))})`;
}

export const foundEntries = (db: Db, user: CurrentUser, { q, filter }: Asked) =>
  whereGiven(
    db
      .selectFrom('withholdingEntry as entry')
      .innerJoin('billingEntity as entity', 'entity.id', 'entry.entityId')
      .innerJoin('client', 'client.id', 'entry.clientId')
      .leftJoin('receipt', 'receipt.id', 'entry.receiptId')
      .leftJoin('openingWithheld as opening', 'opening.id', 'entry.openingId')
      .where(inScope.client(user, sql.ref('entry.clientId'))),
    { ...filter, q },
    {
      tab: onTab,
      clientId: 'entry.clientId',
      entityId: 'entry.entityId',
      section: 'entry.section',
      fy: 'entry.fy',
      quarter: (quarter) => sql<boolean>`entry.quarter = ${Number(quarter)}`,
      currency: 'entry.currency',
      q: (text) =>
        sql<boolean>`(${matches('client', text)} or ${matches('receipt', text)} or ${matches('opening', text)})`,
    },
  );
