import { sql } from 'kysely';
import type { CreditNote, CreditNoteRow } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import type { Page } from '@daybook/contracts/lists';
import type { Db } from '../../db/database.ts';
import type { ExportColumn } from '../../http/send-export.ts';
import { baseFigures } from '../documents/base-figures.ts';
import { partyColumns, reverseChargeColumn, totalColumns } from '../documents/exported-columns.ts';
import { baseColumns, detailed, inCurrency, taxByRate } from '../documents/exported-figures.ts';

async function detailsOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('creditNote as note')
    .innerJoin('creditNoteState as live', 'live.id', 'note.id')
    .innerJoin('billingEntity as entity', 'entity.id', 'note.entityId')
    .select([
      'note.id',
      sql<CreditNote['billTo']>`note.bill_to`.as('billTo'),
      'note.placeOfSupply',
      'note.reverseCharge',
      'note.reason',
      'note.fxRate',
      'entity.baseCurrency',
      'note.net',
      'note.tax',
      sql<CreditNote['taxGroups']>`note.tax_groups`.as('taxGroups'),
      'note.rounding',
      'live.applied',
      'live.refunded',
      'live.voidDate',
      sql<string | null>`(select string_agg(distinct invoice.number, ', ') from credit_note_line line
        join invoice on invoice.id = line.invoice_id where line.credit_note_id = note.id)`.as(
        'creditedInvoices',
      ),
    ])
    .where(sql<boolean>`note.id = any (${ids}::uuid[])`)
    .execute();
  const inBase = await baseFigures(db, 'credit_note', ids);
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, base: inBase.get(id) ?? null }]));
}

export const exportedCreditNotes = (db: Db, page: Page<CreditNoteRow>) =>
  detailed(page, (ids) => detailsOf(db, ids));

type Exported = Awaited<ReturnType<typeof exportedCreditNotes>>['rows'][number];

/** The tax that the credit notes reverse, with the invoices that it was charged on. */
export function creditNoteExport(language: Language, components: readonly string[]) {
  const say = exportTexts[language];
  const { headers, creditReason, creditStatus } = say;
  const columns: ExportColumn<Exported>[] = [
    { header: headers.number, value: (row) => row.number },
    { header: headers.status, value: (row) => creditStatus[row.status] },
    { header: headers.issueDate, date: (row) => row.issueDate },
    { header: headers.creditedInvoices, value: (row) => row.creditedInvoices },
    { header: headers.reason, value: (row) => creditReason[row.reasonCode] },
    { header: headers.explanation, value: (row) => row.reason },
    ...partyColumns<Exported>(say, language),
    reverseChargeColumn(say),
    { header: headers.entity, value: (row) => row.entity.label },
    ...totalColumns<Exported>(say, components),
    inCurrency(headers.applied, (row) => row.applied),
    inCurrency(headers.refunded, (row) => row.refunded),
    inCurrency(headers.available, (row) => row.available),
    ...baseColumns<Exported>(say),
    { header: headers.voidDate, date: (row) => row.voidDate },
  ];
  return {
    name: 'credit-notes',
    sheet: say.sheet.creditNotes,
    columns,
    parts: taxByRate<Exported>(say, components),
  };
}
