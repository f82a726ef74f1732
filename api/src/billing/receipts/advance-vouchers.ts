import { sql } from 'kysely';
import type {
  AdvanceBasis,
  AdvanceBasisQuery,
  HeldAdvance,
} from '@daybook/contracts/billing/receipts/advances';
import type { Receipt } from '@daybook/contracts/billing/receipts/receipts';
import { minor } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { splitAdvance } from '@daybook/contracts/money/settlement';
import type { AdvanceTax } from '@daybook/contracts/money/settlement';
import { refuseField } from '@daybook/contracts/refusals';
import type { z } from 'zod';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { invoiceFacts } from '../documents/invoice-basis.ts';

async function taxesAdvances(db: Db, entityId: string, date: string): Promise<boolean> {
  const { rows } = await sql<{
    taxes: boolean;
  }>`select taxes_advances(${entityId}, ${date}) as taxes`.execute(db);
  return rows[0]?.taxes ?? false;
}

/**
 * How an advance would be taxed. Tax codes that charge nothing are left out: such an advance holds no tax and is
 * entered as a plain receipt. Refuses an unknown entity or client on its field.
 */
export async function advanceBasis(
  db: Db,
  user: CurrentUser,
  { receiptDate, ...wanted }: z.output<typeof AdvanceBasisQuery>,
): Promise<AdvanceBasis> {
  if (!(await taxesAdvances(db, wanted.entityId, receiptDate))) return { placeOfSupply: null, taxCodes: [] };
  const { placeOfSupply, roundingDir, taxCodes } = await invoiceFacts(db, user, {
    ...wanted,
    issueDate: receiptDate,
  });
  return {
    placeOfSupply,
    taxCodes: taxCodes
      .filter(({ treatment }) => treatment.ratePct !== '0')
      .map(({ treatment, ...code }) => ({ ...code, tax: { ...treatment, roundingDir } })),
  };
}

interface NewVoucher {
  entityId: string;
  clientId: string;
  currency: string;
  receiptDate: string;
  voucherKind: Receipt['voucherKind'];
  advanceTaxCodeId: string | null;
  placeOfSupply: string | null;
}

/** The tax of an advance voucher as it is stored; all null for a receipt. */
export interface VoucherTax {
  advanceTaxCodeId: string | null;
  placeOfSupply: string | null;
  advanceTax: AdvanceTax | null;
}

/** Refuses, on `voucherKind`, a taxed advance where the law does not tax advances, and an unknown code on `advanceTaxCodeId`. */
export async function voucherTax(db: Db, user: CurrentUser, voucher: NewVoucher): Promise<VoucherTax> {
  if (voucher.voucherKind === 'receipt')
    return { advanceTaxCodeId: null, placeOfSupply: null, advanceTax: null };
  const { advanceTaxCodeId, placeOfSupply, ...wanted } = voucher;
  const basis = await advanceBasis(db, user, { ...wanted, placeOfSupply: placeOfSupply ?? undefined });
  if (basis.taxCodes.length === 0) throw refuseField('INPUT_INVALID', 'voucherKind', {}, 'ADVANCE_NOT_TAXED');
  if (advanceTaxCodeId === null) throw refuseField('INPUT_INVALID', 'advanceTaxCodeId', {}, 'REQUIRED');
  const code = basis.taxCodes.find(({ id }) => id === advanceTaxCodeId);
  if (!code) throw refuseField('REFERENCE_UNKNOWN', 'advanceTaxCodeId');
  return { advanceTaxCodeId, placeOfSupply: basis.placeOfSupply, advanceTax: code.tax };
}

interface KeptVoucher {
  advanceTaxCodeId: string | null;
  advanceTaxCode: string | null;
  placeOfSupply: string | null;
  advanceTax: unknown;
  advanceTaken: Minor;
  unallocated: Minor;
}

/** The tax of an advance voucher, in full and of what is left; null for a receipt. */
export function heldAdvance(voucher: KeptVoucher): HeldAdvance | null {
  if (voucher.advanceTax === null) return null;
  const tax = voucher.advanceTax as AdvanceTax;
  return {
    taxCode: { id: voucher.advanceTaxCodeId ?? '', label: voucher.advanceTaxCode ?? '' },
    category: tax.category,
    ratePct: tax.ratePct,
    placeOfSupply: voucher.placeOfSupply,
    taken: splitAdvance(minor(voucher.advanceTaken), tax),
    left: splitAdvance(minor(voucher.unallocated), tax),
  };
}
