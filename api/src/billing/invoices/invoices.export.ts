import { sql } from 'kysely';
import type { Invoice, InvoiceRow } from '@daybook/contracts/billing/invoices/invoice-record';
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
    .selectFrom('invoice')
    .innerJoin('invoiceState as live', 'live.invoiceId', 'invoice.id')
    .innerJoin('billingEntity as entity', 'entity.id', 'invoice.entityId')
    .select([
      'invoice.id',
      sql<Invoice['billTo']>`invoice.bill_to`.as('billTo'),
      'invoice.placeOfSupply',
      'invoice.reverseCharge',
      'invoice.supplyDate',
      'invoice.serviceFrom',
      'invoice.serviceTo',
      'invoice.poNo',
      'invoice.fxRate',
      'entity.baseCurrency',
      'invoice.net',
      'invoice.tax',
      sql<Invoice['taxGroups']>`invoice.tax_groups`.as('taxGroups'),
      'invoice.rounding',
      'invoice.total',
      'invoice.prepaid',
      'live.paid',
      'live.credited',
      'live.writtenOff',
      'live.voidDate',
    ])
    .where(sql<boolean>`invoice.id = any (${ids}::uuid[])`)
    .execute();
  const inBase = await baseFigures(db, 'invoice', ids);
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, base: inBase.get(id) ?? null }]));
}

export const exportedInvoices = (db: Db, page: Page<InvoiceRow>) =>
  detailed(page, (ids) => detailsOf(db, ids));

type Exported = Awaited<ReturnType<typeof exportedInvoices>>['rows'][number];

/** The figures of each invoice that a tax return and an audit need. */
export function invoiceExport(language: Language, components: readonly string[]) {
  const say = exportTexts[language];
  const { headers, invoiceStatus } = say;
  const columns: ExportColumn<Exported>[] = [
    { header: headers.number, value: (row) => row.number },
    { header: headers.status, value: (row) => invoiceStatus[row.status] },
    { header: headers.issueDate, date: (row) => row.issueDate },
    { header: headers.dueDate, date: (row) => row.dueDate },
    { header: headers.supplyDate, date: (row) => row.supplyDate },
    { header: headers.serviceFrom, date: (row) => row.serviceFrom },
    { header: headers.serviceTo, date: (row) => row.serviceTo },
    ...partyColumns<Exported>(say, language),
    reverseChargeColumn(say),
    { header: headers.entity, value: (row) => row.entity.label },
    { header: headers.poNo, value: (row) => row.poNo },
    ...totalColumns<Exported>(say, components),
    inCurrency(headers.prepaid, (row) => row.prepaid),
    inCurrency(headers.payable, (row) => row.payable),
    inCurrency(headers.paid, (row) => row.paid),
    inCurrency(headers.credited, (row) => row.credited),
    inCurrency(headers.writtenOff, (row) => row.writtenOff),
    inCurrency(headers.outstanding, (row) => row.outstanding),
    ...baseColumns<Exported>(say),
    { header: headers.voidDate, date: (row) => row.voidDate },
  ];
  return {
    name: 'invoices',
    sheet: say.sheet.invoices,
    columns,
    parts: taxByRate<Exported>(say, components),
  };
}
