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
  postedOn: string;
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
  const { id, number, step, date, postedAt, postedOn, suppliedOn, supplier, description, rate, pureAgent } =
    movement;
  return {
    id: [id, step].join('.'),
    document: { kind: 'expense', id, label: number },
    kind: 'expense',
    step,
    date,
    postedAt,
    postedOn,
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
    select expense.id, expense.number, moved.step, moved.sign, moved.day::text as date, posted.at as posted_at,
      (posted.at at time zone entity.timezone)::date::text as posted_on,
      expense.expense_date::text as supplied_on, expense.supplier, expense.description, expense.pure_agent,
      case when expense.net = 0 then '0' else trim_scale(round(expense.tax * 100.0 / expense.net, 1))::text end as rate,
      case when expense.tax_recoverable and not expense.pure_agent then expense.net else expense.gross end as net,
      case when expense.tax_recoverable and not expense.pure_agent then expense.tax else 0 end::bigint as tax, expense.gross
    from expense join billing_entity entity on entity.id = expense.entity_id
    cross join lateral (values ('issued', 1, posted_on, approved_at), ('taken_back', -1, reversed_on, reversed_at))
      as moved (step, sign, day, at)
    cross join lateral (select coalesce(case moved.step when 'issued' then min(made.posted_at) else max(made.posted_at) end, moved.at) as at
      from journal_entry made where made.source_id = expense.id
        and made.source_type = case moved.step when 'issued' then 'expense' else 'reversal' end) as posted
    where expense.entity_id = ${entityId}
      and (posted_on between ${from}::date and ${to}::date or reversed_on between ${from}::date and ${to}::date)
      and moved.day between ${from}::date and ${to}::date
    order by date, expense.number, moved.step`.execute(db);
  return rows.map(inputRow);
}
