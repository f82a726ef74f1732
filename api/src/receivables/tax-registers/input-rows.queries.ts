import { sql } from 'kysely';
import type { InputTaxRow } from '@daybook/contracts/billing/expenses/input-tax';
import { recoverablePart, taxOfParts } from '@daybook/contracts/money/input-tax';
import { NOTHING, add, minor, negate, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import type { Db } from '../../db/database.ts';
import type { RegisterAsked } from './output-movements.ts';

interface Purchase {
  id: string;
  number: string;
  step: 'issued' | 'taken_back';
  sign: 1 | -1;
  date: string;
  postedAt: string;
  postedOn: string;
  suppliedOn: string;
  supplier: string | null;
  supplierCountry: string | null;
  supplierTaxId: string | null;
  description: string;
  /** Null if the expense does not state its rates. */
  inputTax: InputTaxRow[] | null;
  /** Computed from tax and net, for an expense that does not state it. */
  rate: string;
  net: Minor;
  tax: Minor;
  gross: Minor;
  reverseCharge: boolean;
  /** How much of the tax the firm can reclaim, in per cent. */
  recoverablePct: string;
  pureAgent: boolean;
}

/** The expenses posted in a period, and those reversed in it. */
async function purchases(
  db: Db,
  { entityId, from, to }: RegisterAsked,
  isReverseCharged: boolean,
): Promise<Purchase[]> {
  const { rows } = await sql<Purchase>`
    select expense.id, expense.number, moved.step, moved.sign, moved.day::text as date, posted.at as posted_at,
      (posted.at at time zone entity.timezone)::date::text as posted_on,
      expense.expense_date::text as supplied_on, expense.supplier, expense.supplier_country, expense.supplier_tax_id,
      expense.description, expense.input_tax,
      case when expense.net = 0 then '0' else trim_scale(round(expense.tax * 100.0 / expense.net, 1))::text end as rate,
      expense.net, expense.tax, expense.gross, expense.reverse_charge, expense.pure_agent,
      case when expense.tax_recoverable and not expense.pure_agent then trim_scale(expense.recoverable_pct)::text else '0' end
        as recoverable_pct
    from expense join billing_entity entity on entity.id = expense.entity_id
    cross join lateral (values ('issued', 1, posted_on, approved_at), ('taken_back', -1, reversed_on, reversed_at))
      as moved (step, sign, day, at)
    cross join lateral (select coalesce(case moved.step when 'issued' then min(made.posted_at) else max(made.posted_at) end, moved.at) as at
      from journal_entry made where made.source_id = expense.id
        and made.source_type = case moved.step when 'issued' then 'expense' else 'reversal' end) as posted
    where expense.entity_id = ${entityId}
      and (posted_on between ${from}::date and ${to}::date or reversed_on between ${from}::date and ${to}::date)
      and moved.day between ${from}::date and ${to}::date
      and (expense.reverse_charge or not ${isReverseCharged}::boolean)
    order by date, expense.number, moved.step`.execute(db);
  return rows;
}

type Taxed = Pick<TaxRow, 'category' | 'rate' | 'net' | 'components'>;

/** The tax of an expense that does not state its rates has no component. */
const statedRows = ({ inputTax, rate, net, tax }: Purchase): InputTaxRow[] =>
  inputTax ?? [
    {
      category: tax === NOTHING ? 'O' : 'S',
      rate,
      net,
      tax,
      components: tax === NOTHING ? [] : [{ name: '', tax }],
    },
  ];

function taxRow(purchase: Purchase, { category, rate, net, components }: Taxed, at: number): TaxRow {
  const signed = (amount: Minor): Minor => (purchase.sign === 1 ? minor(amount) : negate(minor(amount)));
  const { id, number, step, date, postedAt, postedOn, suppliedOn, supplier, description } = purchase;
  return {
    id: [id, step, at].join('.'),
    document: { kind: 'expense', id, label: number },
    kind: 'expense',
    step,
    date,
    postedAt,
    postedOn,
    suppliedOn,
    party: {
      id: null,
      name: supplier ?? description,
      country: purchase.supplierCountry ?? '',
      taxNumber: purchase.supplierTaxId,
      treatment: null,
    },
    place: null,
    reverseCharge: purchase.reverseCharge,
    category,
    rate,
    isDisbursement: purchase.pureAgent,
    net: signed(net),
    tax: signed(taxOfParts(components)),
    components: components.map(({ name, tax }) => ({ name, tax: signed(tax) })),
    total: signed(purchase.gross),
    originals: [],
  };
}

/** The part of a row that the firm can reclaim; what it cannot is part of the net, as it is part of the cost. */
function recoverable(row: InputTaxRow, pct: string): Taxed {
  const components = row.components
    .map(({ name, tax }) => ({ name, tax: recoverablePart(tax, pct) }))
    .filter(({ tax }) => tax !== NOTHING);
  const cost = subtract(add(row.net, row.tax), taxOfParts(components));
  return { category: row.category, rate: row.rate, net: cost, components };
}

/** The purchases of a period with the tax that the firm can reclaim (docs/rules.md#tax-registers). */
export async function inputRows(db: Db, asked: RegisterAsked): Promise<TaxRow[]> {
  const all = await purchases(db, asked, false);
  return all.flatMap((purchase) =>
    statedRows(purchase).map((row, at) => taxRow(purchase, recoverable(row, purchase.recoverablePct), at)),
  );
}

/** The purchases of a period on which the firm owes the tax itself: rows of the output register. */
export async function reverseChargedRows(db: Db, asked: RegisterAsked): Promise<TaxRow[]> {
  const all = await purchases(db, asked, true);
  return all.flatMap((purchase) =>
    statedRows(purchase).flatMap((row, at) =>
      row.category === 'AE' || row.category === 'K' ? [taxRow(purchase, row, at)] : [],
    ),
  );
}
