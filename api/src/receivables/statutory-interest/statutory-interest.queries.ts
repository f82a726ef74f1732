import { sql } from 'kysely';
import type { Reference } from '@daybook/contracts/fields';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { daysBetween } from '@daybook/contracts/plain-date';
import type {
  InterestLaw,
  InterestLine,
  StatutoryInterest,
  statutoryInterest,
} from '@daybook/contracts/receivables/statutory-interest/statutory-interest';
import type { OutputOf } from '@daybook/contracts/endpoint';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { askedClient } from '../follow-up/asked-clients.queries.ts';
import { openRows } from '../outstanding/open-rows.ts';
import { flatSumOn, interestOn, lawOf } from './statutory-interest.rules.ts';

/** Part of an invoice that fell due on a day, without what is disputed. */
interface LateRow {
  invoice: Reference;
  client: Reference;
  entity: Reference;
  country: string;
  baseCurrency: string;
  currency: string;
  dueOn: string;
  amount: Minor;
}

const reference = (of: string, label: string) =>
  sql`jsonb_build_object('id', ${sql.ref(`${of}.id`)}, 'label', ${sql.ref(`${of}.${label}`)})`;

/** What businesses owe late, oldest first. Consumers are left out. */
async function lateRows(db: Db, clientIds: readonly string[], today: string): Promise<LateRow[]> {
  const { rows } = await sql<LateRow>`
    select ${reference('invoice', 'number')} as invoice, ${reference('client', 'name')} as client,
      ${reference('entity', 'name')} as entity, entity.country, entity.base_currency, late.currency, late.due_on,
      (late.overdue - late.disputed)::bigint as amount
    from ${openRows({ day: today, clientIds })} late
    join invoice on invoice.id = late.document_id
    join client on client.id = late.client_id
    join billing_entity entity on entity.id = late.entity_id
    where late.overdue > late.disputed and client.tax_treatment <> 'consumer'
    order by late.due_on, invoice.number, late.no`.execute(db);
  return rows;
}

/** Basis points in per cent: 1,015 is 10.15. */
const percent = (basisPoints: number): string => canonicalDecimal((basisPoints / 100).toFixed(2));

/** An invoice of which several parts are late counts once for the flat sum. */
function flatSumsOf(law: InterestLaw, rows: readonly LateRow[]): Minor | null {
  const invoices = Map.groupBy(rows, ({ invoice }) => invoice.id);
  const flat = [...invoices.values()].flatMap((parts) => {
    const [{ currency }] = parts as [LateRow];
    const one = flatSumOn(law, sum(parts.map(({ amount }) => amount)), currency);
    return one === null ? [] : [one];
  });
  return flat.length === 0 ? null : sum(flat);
}

function estimate(law: InterestLaw, rows: readonly LateRow[], today: string): StatutoryInterest | null {
  const rated = rows.flatMap((row) => {
    const found = interestOn(law, row, today);
    return found === null ? [] : [{ row, ...found }];
  });
  const [first] = rated;
  if (!first) return null;
  const lines = rated.map(({ row, interest, rates }): InterestLine => ({
    invoice: row.invoice,
    client: row.client,
    dueOn: row.dueOn,
    daysLate: daysBetween(row.dueOn, today),
    amount: row.amount,
    ratesPct: rates.map(percent),
    interest,
  }));
  return {
    entity: first.row.entity,
    currency: first.row.currency,
    law,
    interest: sum(lines.map(({ interest }) => interest)),
    flatSums: flatSumsOf(
      law,
      rated.map(({ row }) => row),
    ),
    knownUntil: rated.find(({ knownUntil }) => knownUntil !== null)?.knownUntil ?? null,
    lines,
  };
}

/** By billing entity and currency. Refuses NOT_FOUND. */
export async function openStatutoryInterest(
  db: Db,
  user: CurrentUser,
  id: string,
): Promise<OutputOf<typeof statutoryInterest.open>> {
  const { clients, today } = await askedClient(db, user, id);
  const late = await lateRows(
    db,
    clients.map((client) => client.id),
    today,
  );
  const groups = Map.groupBy(late, ({ entity, currency }) => `${entity.id} ${currency}`);
  const rows = [...groups.values()].flatMap((group) => {
    const [{ country, baseCurrency }] = group as [LateRow];
    const law = lawOf(country, baseCurrency);
    const found = law && estimate(law, group, today);
    return found ? [found] : [];
  });
  return { id, asOf: today, rows };
}
