import { useTranslation } from 'react-i18next';
import type {
  StaffVoucherRow,
  StaffVoucherStatus,
} from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import type { Tone } from '@daybook/shared/record/status-tag';

export const voucherTones: Record<StaffVoucherStatus, Tone> = {
  offered: 'waiting',
  withdrawn: 'draft',
  posted: 'done',
  reversed: 'overdue',
};

/** The number of a voucher, or what it is while it has none. */
export function useVoucherName(): (voucher: Pick<StaffVoucherRow, 'kind' | 'number'>) => string {
  const { t } = useTranslation('billing');
  return ({ kind, number }) => number ?? t(`staffVoucherKind.${kind}`);
}
