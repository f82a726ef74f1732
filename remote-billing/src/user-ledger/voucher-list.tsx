import { useTranslation } from 'react-i18next';
import { staffVouchers } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { DataTable } from '@daybook/shared/list/data-table';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { laterPart } from '@daybook/shared/read/later-part';
import { LedgerTabs } from './ledger-tabs.tsx';
import { StaffCommands } from './staff-commands.tsx';
import { useOpenedVoucher } from './use-opened-voucher.ts';
import { useVoucherColumns } from './voucher-columns.tsx';
import { VoucherFilters } from './voucher-filters.tsx';

const VoucherDrawer = laterPart(() => import('./voucher-drawer.tsx'));

/** The vouchers of all people within the scope. */
export function VoucherList() {
  const { t } = useTranslation('billing');
  const list = useList(staffVouchers);
  const opened = useOpenedVoucher();
  const columns = useColumnChoice('staff_voucher', list, useVoucherColumns(opened.open));
  return (
    <>
      <ListScreen
        title={t('userLedger.title')}
        list={list}
        empty={t('userLedger.vouchersEmpty')}
        primary={<StaffCommands />}
        views={<LedgerTabs tab="vouchers" />}
        filterBar={<VoucherFilters list={list} />}
        columns={columns}
      >
        <DataTable label={t('userLedger.tab.vouchers')} list={list} columns={columns.columns} />
      </ListScreen>
      {opened.id !== null && <VoucherDrawer key={opened.id} id={opened.id} onClose={opened.close} />}
    </>
  );
}
