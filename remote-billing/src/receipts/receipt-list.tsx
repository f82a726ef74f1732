import { useTranslation } from 'react-i18next';
import {
  receipts,
  receiptDisplayStatuses,
  shownReceiptModes,
} from '@daybook/contracts/billing/receipts/receipts';
import { Can } from '@daybook/shared/record/can';
import {
  dateColumn,
  linkColumn,
  moneyColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoice, FilterToggle } from '@daybook/shared/list/filters';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { useList } from '@daybook/shared/list/use-list';
import { addReceiptAddress, postdatedAddress, receiptAddress } from '../common/addresses.ts';
import { DocumentFilters } from '../common/document-filters.tsx';
import { ListSums } from '../common/list-sums.tsx';
import { ReceiptStateTag } from './receipt-status.tsx';

function useColumns(): ColumnsOf<typeof receipts> {
  const { t } = useTranslation('billing');
  return [
    linkColumn(
      t('field.number'),
      (receipt) => receipt.number,
      (receipt) => receiptAddress(receipt.id),
      { width: 110 },
    ),
    dateColumn(t('receipt.date'), (receipt) => receipt.receiptDate, { sort: 'receiptDate' }),
    textColumn(t('field.client'), (receipt) => receipt.client.label),
    {
      title: t('field.status'),
      width: 100,
      render: (receipt) => <ReceiptStateTag receipt={receipt} />,
    },
    textColumn(t('receipt.mode'), (receipt) => t(`mode.${receipt.mode}`), { width: 110 }),
    moneyColumn(
      t('receipt.amount'),
      (receipt) => receipt.amount,
      (receipt) => receipt.currency,
    ),
    moneyColumn(
      t('receipt.withheld'),
      (receipt) => receipt.withheld,
      (receipt) => receipt.currency,
      { zeroAsDash: true },
    ),
    moneyColumn(
      t('receipt.unallocated'),
      (receipt) => receipt.unallocated,
      (receipt) => receipt.currency,
      { zeroAsDash: true },
    ),
  ];
}

export default function ReceiptList() {
  const { t } = useTranslation('billing');
  const list = useList(receipts);
  const columns = useColumns();
  return (
    <ListScreen
      title={t('receipt.list')}
      list={list}
      search={t('receipt.search')}
      filters={
        <>
          <FilterChoice
            list={list}
            name="status"
            label={t('field.status')}
            options={receiptDisplayStatuses.map((value) => ({ value, label: t(`receiptStatus.${value}`) }))}
          />
          <FilterToggle list={list} name="inAdvance" label={t('receipt.unallocated')} />
          <FilterChoice
            list={list}
            name="mode"
            label={t('receipt.mode')}
            options={shownReceiptModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
          />
          <DocumentFilters list={list} dateLabel={t('receipt.date')} />
          <SavedViews list="receipt" />
        </>
      }
      empty={t('receipt.empty')}
      primary={
        <>
          <LinkButton to={postdatedAddress}>{t('postdated.list')}</LinkButton>
          <Can do="receipts.add">
            <LinkButton type="primary" to={addReceiptAddress}>
              {t('receipt.new')}
            </LinkButton>
          </Can>
        </>
      }
    >
      <ListSums of={receipts.total} list={list} open={t('receipt.unallocated')} />
      <DataTable label={t('receipt.list')} list={list} columns={columns} />
    </ListScreen>
  );
}
