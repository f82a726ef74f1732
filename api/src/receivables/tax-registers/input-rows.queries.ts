import { sql } from 'kysely';
import { NOTHING, negate } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import type { Db } from '../../db/database.ts';
import type { RegisterAsked } from './output-movements.ts';

interface InputMovement {
  id: string;
  number: string;
  step: 'issued' | 'taken_back';
  sign: 1 | -1;
  date: string;
  postedAt: string;
  suppliedOn: string;
  supplier: string | null;
  description: string;
  /** Computed from tax and net, because an expense does not state it. */
  rate: string;
  net: Minor;
  /** The part that the firm can reclaim. */
  tax: Minor;
  gross: Minor;
  pureAgent: boolean;
}

function inputRow(movement: InputMovement): TaxRow {
  const signed = (amount: Minor): Minor => (movement.sign === 1 ? amount : negate(amount));
  const { id, number, step, date, postedAt, suppliedOn, supplier, description, rate, pureAgent } = movement;
  return {
    id: [id, step].join('.'),
    document: { kind: 'expense', id, label: number },
    kind: 'expense',
    step,
    date,
    postedAt,
    suppliedOn,
    party: { id: null, name: supplier ?? description, country: '', taxNumber: null, treatment: null },
    place: null,
    reverseCharge: false,
    category: movement.tax === NOTHING ? 'O' : 'S',
    rate,
    isDisbursement: pureAgent,
    net: signed(movement.net),
    tax: signed(movement.tax),
    components: movement.tax === NOTHING ? [] : [{ name: '', tax: signed(movement.tax) }],
    total: signed(movement.gross),
    originals: [],
  };
}

/** The expenses posted in a period, and those reversed in it, with the tax that the firm can reclaim (docs/rules.md#tax-registers). */
export async function inputRows(db: Db, { entityId, from, to }: RegisterAsked): Promise<TaxRow[]> {
  const { rows } = await sql<InputMovement>`
    select expense.id, expense.number, moved.step, moved.sign, moved.day::text as date, moved.at as posted_at,
      expense.expense_date::text as supplied_on, expense.supplier, expense.description, expense.pure_agent,
      case when expense.net = 0 then '0' else trim_scale(round(expense.tax * 100.0 / expense.net, 1))::text end as rate,
      case when expense.tax_recoverable and not expense.pure_agent then expense.net else expense.gross end as net,
      case when expense.tax_recoverable and not expense.pure_agent then expense.tax else 0 end::bigint as tax, expense.gross
    from expense
    cross join lateral (values ('issued', 1, posted_on, approved_at), ('taken_back', -1, reversed_on, reversed_at))
      as moved (step, sign, day, at)
    where expense.entity_id = ${entityId}
      and (posted_on between ${from}::date and ${to}::date or reversed_on between ${from}::date and ${to}::date)
      and moved.day between ${from}::date and ${to}::date
    order by date, expense.number, moved.step`.execute(db);
  return rows.map(inputRow);
}
