import { useTranslation } from 'react-i18next';
import {
  staffVoucherKinds,
  staffVoucherStatuses,
  type staffVouchers,
} from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { FilterChoice, FilterLookup } from '@daybook/shared/list/filters';
import type { useList } from '@daybook/shared/list/use-list';
import { DateFilter, EntityFilter } from '../common/document-filters.tsx';

interface FiltersProps {
  list: ReturnType<typeof useList<typeof staffVouchers>>;
  /** The vouchers are those of one person. */
  isOwn?: boolean;
}

export function VoucherFilters({ list, isOwn = false }: FiltersProps) {
  const { t } = useTranslation('billing');
  return (
    <>
      {!isOwn && <FilterLookup list={list} name="personId" label={t('userLedger.person')} kind="person" />}
      <FilterChoice
        list={list}
        name="status"
        label={t('field.status')}
        options={staffVoucherStatuses.map((value) => ({ value, label: t(`staffVoucherStatus.${value}`) }))}
      />
      <FilterChoice
        list={list}
        name="kind"
        label={t('ledger.document')}
        options={staffVoucherKinds.map((value) => ({ value, label: t(`staffVoucherKind.${value}`) }))}
      />
      <EntityFilter list={list} />
      <DateFilter list={list} label={t('date')} />
    </>
  );
}
