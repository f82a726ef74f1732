import { sql } from 'kysely';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import type { Reference } from '@daybook/contracts/fields';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { Db } from '../../db/database.ts';
import { exchangeGain } from '../documents/base-figures.ts';

const orNull = (decimal: string | null): string | null =>
  decimal === null ? null : canonicalDecimal(decimal);

export async function linesOf(db: Db, invoiceId: string): Promise<Invoice['lines']> {
  const rows = await db
    .selectFrom('invoiceLine')
    .innerJoin('taxCode', 'taxCode.id', 'invoiceLine.taxCodeId')
    .leftJoin('service', 'service.id', 'invoiceLine.serviceId')
    .leftJoin('department', 'department.id', 'invoiceLine.departmentId')
    .leftJoin('department as own', 'own.id', 'invoiceLine.ownDepartmentId')
    .selectAll('invoiceLine')
    .select([
      'taxCode.name as taxCodeName',
      'service.name as serviceName',
      'department.name as departmentName',
      'own.name as ownName',
    ])
    .where('invoiceId', '=', invoiceId)
    .orderBy('no')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as 'fee' | 'disbursement',
    description: row.description,
    service: row.serviceId ? { id: row.serviceId, label: row.serviceName ?? '' } : null,
    department: row.departmentId ? { id: row.departmentId, label: row.departmentName ?? '' } : null,
    ownDepartment: row.ownDepartmentId ? { id: row.ownDepartmentId, label: row.ownName ?? '' } : null,
    sacHsn: row.sacHsn,
    qty: canonicalDecimal(row.qty),
    unit: row.unit,
    unitPrice: canonicalDecimal(row.unitPrice),
    baseQty: canonicalDecimal(row.baseQty),
    discountPct: orNull(row.discountPct),
    discount: row.discount,
    charge: row.charge,
    taxCode: { id: row.taxCodeId, label: row.taxCodeName },
    category: row.category as Invoice['lines'][number]['category'],
    rate: canonicalDecimal(row.rate),
    amount: row.amount,
    net: row.net,
    tax: row.tax,
    pendingItemId: row.pendingItemId,
  }));
}

export async function adjustmentsOf(db: Db, invoiceId: string): Promise<Invoice['adjustments']> {
  const rows = await db
    .selectFrom('invoiceAdjustment')
    .innerJoin('taxCode', 'taxCode.id', 'invoiceAdjustment.taxCodeId')
    .selectAll('invoiceAdjustment')
    .select('taxCode.name as taxCodeName')
    .where('invoiceId', '=', invoiceId)
    .orderBy('no')
    .execute();
  return rows.map((row) => ({
    kind: row.kind as 'allowance' | 'charge',
    reason: row.reason,
    amount: row.amount,
    taxCode: { id: row.taxCodeId, label: row.taxCodeName },
    category: row.category as Invoice['adjustments'][number]['category'],
    rate: canonicalDecimal(row.rate),
    net: row.net,
    tax: row.tax,
  }));
}

export async function settlementsOf(db: Db, invoiceId: string): Promise<Invoice['settlements']> {
  const rows = await db
    .selectFrom('allocation')
    .leftJoin('receipt', 'receipt.id', 'allocation.receiptId')
    .leftJoin('creditNote', 'creditNote.id', 'allocation.creditNoteId')
    .innerJoin('invoice', 'invoice.id', 'allocation.invoiceId')
    .select([
      'allocation.receiptId',
      'allocation.creditNoteId',
      'receipt.number as receiptNumber',
      'creditNote.number as creditNoteNumber',
      sql<Reference | null>`(select jsonb_build_object('id', payer.id, 'label', payer.name) from client payer
        where payer.id = receipt.client_id and payer.id <> invoice.client_id)`.as('payer'),
      'allocatedOn',
      'allocation.amount',
      'withheldPart',
      exchangeGain.as('exchangeGain'),
      'reversedOn',
    ])
    .where('invoiceId', '=', invoiceId)
    .orderBy('allocatedOn')
    .orderBy('allocation.id')
    .execute();
  return rows.map((row) => ({
    kind: row.receiptId === null ? 'credit_note' : 'receipt',
    document: {
      id: row.receiptId ?? row.creditNoteId ?? '',
      label: row.receiptNumber ?? row.creditNoteNumber ?? '',
    },
    payer: row.payer,
    date: row.allocatedOn,
    amount: row.amount,
    withheldPart: row.withheldPart,
    exchangeGain: row.exchangeGain,
    reversedOn: row.reversedOn,
  }));
}

export const writeOffsOf = (db: Db, invoiceId: string): Promise<Invoice['writeOffs']> =>
  db
    .selectFrom('writeOff')
    .leftJoin('allocation', 'allocation.id', 'writeOff.allocationId')
    .leftJoin('receipt', 'receipt.id', 'allocation.receiptId')
    .select([
      'writeOff.id',
      'writtenOffOn as date',
      'writeOff.amount',
      'reason',
      'writeOff.reversedOn',
      sql<Reference | null>`case when receipt.id is not null
        then jsonb_build_object('id', receipt.id, 'label', receipt.number) end`.as('receipt'),
    ])
    .where('writeOff.invoiceId', '=', invoiceId)
    .orderBy('writtenOffOn')
    .orderBy('writeOff.id')
    .execute();
