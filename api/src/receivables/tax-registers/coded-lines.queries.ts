import { sql } from 'kysely';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import { NOTHING, minor, share, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { TaxRow } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import type { Db } from '../../db/database.ts';
import type { CodedLine } from './sheets/sheet.ts';
import { suppliesOf, taxOf, withoutVoided } from './sheets/tax-row-sums.rules.ts';

interface Line {
  documentId: string;
  code: string;
  unit: string;
  qty: number;
  category: string;
  rate: string;
  net: Minor;
  isDisbursement: boolean;
}

const idsOf = (rows: readonly TaxRow[], kind: TaxRow['document']['kind']): string[] => [
  ...new Set(rows.filter(({ document }) => document.kind === kind).map(({ document }) => document.id)),
];

/** The lines of some documents, with their codes; allowances and charges of a whole document have none. */
async function readLines(db: Db, rows: readonly TaxRow[]): Promise<Line[]> {
  const [invoices, notes] = [idsOf(rows, 'invoice'), idsOf(rows, 'credit_note')];
  const { rows: lines } = await sql<Line>`
    select invoice_id as document_id, coalesce(sac_hsn, '') as code, unit, qty::float8 as qty, category, rate::text as rate, net,
      kind = 'disbursement' as is_disbursement
    from invoice_line where invoice_id = any (${invoices}::uuid[])
    union all
    select invoice_id, '', '', 0, category, rate::text, case kind when 'allowance' then -net else net end, false
    from invoice_adjustment where invoice_id = any (${invoices}::uuid[])
    union all
    select line.credit_note_id, coalesce(billed.sac_hsn, ''), coalesce(billed.unit, ''), coalesce(line.qty, 0)::float8, line.category,
      line.rate::text, line.net, billed.kind is not distinct from 'disbursement'
    from credit_note_line line left join invoice_line billed on billed.id = line.invoice_line_id
    where line.credit_note_id = any (${notes}::uuid[])`.execute(db);
  return lines;
}

/** Shares an amount over lines; lines that cancel each other out leave it to the first one. */
const shared = (amount: Minor, weights: readonly Minor[]): Minor[] =>
  sum(weights) === 0
    ? weights.map((_weight, index) => (index === 0 ? amount : NOTHING))
    : share(amount, weights);

const keyOf = (documentId: string, category: string, rate: string) =>
  [documentId, category, canonicalDecimal(rate)].join('|');

/** The rows of documents by the codes of their lines. All of a row is shared, so the codes add up to the rows. */
export async function codedLines(db: Db, register: readonly TaxRow[]): Promise<CodedLine[]> {
  const rows = suppliesOf(withoutVoided(register));
  const lines = Map.groupBy(await readLines(db, rows), ({ documentId, category, rate }) =>
    keyOf(documentId, category, rate),
  );
  return rows.flatMap((row) => {
    const all = lines.get(keyOf(row.document.id, row.category, row.rate)) ?? [];
    // What was laid out without tax has a row of its own, which is in no table.
    const of = taxOf(row) === 0 ? all.filter(({ isDisbursement }) => !isDisbursement) : all;
    const weights = of.map(({ net }) => minor(net));
    const nets = shared(row.net, weights);
    const taxes = row.components.map(({ name, tax }) => ({ name, parts: shared(tax, weights) }));
    const isNegative = (row.kind === 'credit_note') !== (row.step === 'voided');
    return of.map(({ code, unit, qty }, index) => ({
      code,
      unit,
      qty: isNegative ? 0 - qty : qty,
      rate: row.rate,
      isRegistered: row.party.taxNumber !== null,
      net: nets[index] ?? NOTHING,
      components: taxes.map(({ name, parts }) => ({ name, tax: parts[index] ?? NOTHING })),
    }));
  });
}
