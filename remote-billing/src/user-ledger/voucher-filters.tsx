import { useTranslation } from 'react-i18next';
import {
  staffVoucherKinds,
  staffVoucherStatuses,
  type staffVouchers,
} from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { barFilters, rangeFilter } from '@daybook/shared/list/bar-filters';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import type { useList } from '@daybook/shared/list/use-list';
import { useEntityFilter } from '../common/document-filters.tsx';

interface FiltersProps {
  list: ReturnType<typeof useList<typeof staffVouchers>>;
  /** The vouchers are those of one person. */
  isOwn?: boolean;
}

export function VoucherFilters({ list, isOwn = false }: FiltersProps) {
  const { t } = useTranslation('billing');
  const { choice, lookup } = barFilters(list);
  return (
    <FilterBar
      list={list}
      filters={[
        choice(
          'status',
          t('field.status'),
          staffVoucherStatuses.map((value) => ({ value, label: t(`staffVoucherStatus.${value}`) })),
        ),
        choice(
          'kind',
          t('ledger.document'),
          staffVoucherKinds.map((value) => ({ value, label: t(`staffVoucherKind.${value}`) })),
        ),
        ...(isOwn ? [] : [lookup('personId', t('userLedger.person'), 'person')]),
        useEntityFilter(list),
        rangeFilter(list, t('date')),
      ]}
    />
  );
}
