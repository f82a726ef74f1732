import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { DataTable } from '@daybook/shared/list/data-table';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { UsualQuery } from '@daybook/shared/list/usual-query';
import { useVoucherColumns } from './voucher-columns.tsx';
import { VoucherFilters } from './voucher-filters.tsx';

interface OwnVouchersProps {
  me: { id: string };
  open: (voucherId: string) => void;
  views: ReactNode;
}

const person = 'filter[personId]';

/** The vouchers in which one gives or receives. The address says whose they are, because others see more than their own. */
export function OwnVouchers(props: OwnVouchersProps) {
  const [params] = useSearchParams();
  if (params.get(person) === props.me.id) return <Vouchers {...props} />;
  const own = new URLSearchParams(params);
  own.set(person, props.me.id);
  return <UsualQuery query={String(own)} />;
}

function Vouchers({ open, views }: OwnVouchersProps) {
  const { t } = useTranslation('billing');
  const list = useList(staffVouchers);
  const columns = useColumnChoice('staff_voucher', list, useVoucherColumns(open));
  const isFiltered = Object.keys(list.filter).length > 1;
  return (
    <ListScreen
      title={t('userLedger.own')}
      list={{ ...list, isFiltered }}
      empty={t('userLedger.vouchersEmpty')}
      views={views}
      filterBar={<VoucherFilters list={list} isOwn />}
      columns={columns}
    >
      <DataTable label={t('userLedger.tab.vouchers')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
