import { sql } from 'kysely';
import type { OpenAdvance } from '@daybook/contracts/billing/invoices/prepaid';
import type { Minor } from '@daybook/contracts/money/money';
import type { Db } from '../../db/database.ts';

export interface HeldAdvances {
  /** The advances that an invoice of this date may name as prepaid, oldest first. */
  advances: OpenAdvance[];
  hasTaxedAdvance: boolean;
}

export const noAdvances: HeldAdvances = { advances: [], hasTaxedAdvance: false };

interface Of {
  clientId: string;
  entityId: string;
  issueDate: string;
}

/**
 * The client's receipts with an amount left on the issue date. A receipt is left out if it came later, or if an
 * allocation or refund of it was reversed later.
 */
export async function heldAdvances(db: Db, { clientId, entityId, issueDate }: Of): Promise<HeldAdvances> {
  const receivedOn = sql<string>`coalesce(receipt.opening_on, receipt.receipt_date)`;
  const rows = await db
    .selectFrom('receipt')
    .innerJoin('receiptState as state', 'state.receiptId', 'receipt.id')
    .select([
      'receipt.id as receiptId',
      sql<string>`receipt.number`.as('number'),
      receivedOn.as('date'),
      'receipt.currency',
      sql<Minor>`state.available - state.allocated - state.refunded`.as('available'),
      sql<boolean>`receipt.voucher_kind = 'advance_voucher'`.as('isTaxed'),
    ])
    .where('receipt.clientId', '=', clientId)
    .where('receipt.entityId', '=', entityId)
    .where('state.status', '=', 'posted')
    .where(sql<boolean>`state.available > state.allocated + state.refunded`)
    .where(receivedOn, '<=', issueDate)
    .where(
      sql<boolean>`not exists (select from allocation where receipt_id = receipt.id and reversed_on > ${issueDate}
        union all select from receipt_refund where receipt_id = receipt.id and reversed_on > ${issueDate})`,
    )
    .orderBy(receivedOn)
    .orderBy('receipt.id')
    .execute();
  return {
    advances: rows.filter(({ isTaxed }) => !isTaxed).map(({ isTaxed: _isTaxed, ...row }) => row),
    hasTaxedAdvance: rows.some(({ isTaxed }) => isTaxed),
  };
}
