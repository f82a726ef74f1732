import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { underReverseCharge } from '@daybook/contracts/billing/invoices/invoice-totals';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import type { DocumentTotals } from '@daybook/contracts/money/document-totals';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import type { InvoiceFacts } from '../documents/invoice-basis.ts';
import type { Draft } from './invoice-drafts.ts';

type Parts = Pick<Draft, 'lines' | 'adjustments' | 'reverseCharge'>;
type Facts = Pick<InvoiceFacts, 'taxCodes'>;

/** The lines and adjustments as entered, each with its figures at the rates of the document's date. */
function pricedParts(
  { lines, adjustments, reverseCharge }: Parts,
  { taxCodes }: Facts,
  totals: DocumentTotals,
) {
  const treatments = new Map(
    taxCodes.map(({ id, treatment }) => [id, reverseCharge ? underReverseCharge(treatment) : treatment]),
  );
  const taxed = (taxCodeId: string) => {
    const treatment = treatments.get(taxCodeId);
    return { category: treatment?.category ?? 'O', rate: treatment?.ratePct ?? '0' };
  };
  const next = { allowance: 0, charge: 0 };
  return {
    lines: lines.map((given, index) => {
      const figures = totals.lines[index];
      if (!figures) throw new Error('an invoice line has no figures');
      const { amount, net, tax, components } = figures;
      return { given, no: index + 1, components, figures: { ...taxed(given.taxCodeId), amount, net, tax } };
    }),
    adjustments: adjustments.map((given, index) => {
      const figures = (given.kind === 'charge' ? totals.charges : totals.allowances)[next[given.kind]++];
      if (!figures) throw new Error('an adjustment has no figures');
      const { net, tax } = figures;
      return { given, no: index + 1, figures: { ...taxed(given.taxCodeId), net, tax } };
    }),
  };
}

/** The lines of a document as they are stored. */
export const lineRows = (invoiceId: string, draft: Parts, facts: Facts, totals: DocumentTotals) =>
  pricedParts(draft, facts, totals).lines.map(
    ({ given: { departmentId, ...given }, no, figures, components }) => ({
      id: uuidv7(),
      invoiceId,
      no,
      ...given,
      ownDepartmentId: departmentId,
      ...figures,
      components: json(components),
    }),
  );

/** Replaces the lines and adjustments of a draft; the database refuses this for an issued invoice. */
export async function storeParts(
  db: Db,
  invoiceId: string,
  draft: Parts,
  facts: Facts,
  totals: DocumentTotals,
): Promise<void> {
  const { adjustments } = pricedParts(draft, facts, totals);
  await db.deleteFrom('invoiceLine').where('invoiceId', '=', invoiceId).execute();
  await db.deleteFrom('invoiceAdjustment').where('invoiceId', '=', invoiceId).execute();
  if (adjustments.length > 0) {
    await db
      .insertInto('invoiceAdjustment')
      .values(adjustments.map(({ given, no, figures }) => ({ invoiceId, no, ...given, ...figures })))
      .execute();
  }
  // The lines are stored last, so that the history records everything that was entered.
  await db
    .insertInto('invoiceLine')
    .values(lineRows(invoiceId, draft, facts, totals))
    .execute();
}

const asRows = (rows: readonly object[]): RawBuilder<unknown> =>
  sql`jsonb_to_recordset(${json(rows)}) as fresh (no smallint, category text, rate numeric, amount bigint, net bigint, tax bigint, components jsonb)`;

/**
 * Recomputes the lines and adjustments of a stored draft with the rates of the issue date. Writes only the rows that
 * change, normally none. Returns lines and adjustments with the new figures.
 */
export async function repriceParts(
  db: Db,
  { id, ...invoice }: Pick<Invoice, 'id' | 'lines' | 'adjustments'>,
  draft: Parts,
  facts: Facts,
  totals: DocumentTotals,
): Promise<Pick<Invoice, 'lines' | 'adjustments'>> {
  const { lines, adjustments } = pricedParts(draft, facts, totals);
  const freshLines = asRows(lines.map(({ no, figures, components }) => ({ no, ...figures, components })));
  await sql`update invoice_line line set category = fresh.category, rate = fresh.rate, amount = fresh.amount, net = fresh.net,
      tax = fresh.tax, components = fresh.components
    from ${freshLines} where line.invoice_id = ${id} and line.no = fresh.no
      and (line.category, line.rate, line.amount, line.net, line.tax, line.components)
        is distinct from (fresh.category, fresh.rate, fresh.amount, fresh.net, fresh.tax, fresh.components)`.execute(
    db,
  );
  if (adjustments.length > 0) {
    const freshAdjustments = asRows(adjustments.map(({ no, figures }) => ({ no, ...figures })));
    await sql`update invoice_adjustment part set category = fresh.category, rate = fresh.rate, net = fresh.net, tax = fresh.tax
      from ${freshAdjustments} where part.invoice_id = ${id} and part.no = fresh.no
        and (part.category, part.rate, part.net, part.tax) is distinct from (fresh.category, fresh.rate, fresh.net, fresh.tax)`.execute(
      db,
    );
  }
  return {
    lines: invoice.lines.map((line, index) => ({ ...line, ...lines[index]?.figures })),
    adjustments: invoice.adjustments.map((adjustment, index) => ({
      ...adjustment,
      ...adjustments[index]?.figures,
    })),
  };
}
