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
import { barFilters } from '@daybook/shared/list/bar-filters';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { addReceiptAddress, postdatedAddress, receiptAddress } from '../common/addresses.ts';
import { useDocumentFilters } from '../common/document-filters.tsx';
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
    dateColumn(t('receipt.date'), (receipt) => receipt.receiptDate, {
      name: 'date',
      sort: 'receiptDate',
    }),
    textColumn(t('field.client'), (receipt) => receipt.client.label, { name: 'client' }),
    {
      title: t('field.status'),
      width: 100,
      render: (receipt) => <ReceiptStateTag receipt={receipt} />,
    },
    textColumn(t('receipt.mode'), (receipt) => t(`mode.${receipt.mode}`), { name: 'mode', width: 110 }),
    moneyColumn(
      t('receipt.amount'),
      (receipt) => receipt.amount,
      (receipt) => receipt.currency,
    ),
    moneyColumn(
      t('receipt.withheld'),
      (receipt) => receipt.withheld,
      (receipt) => receipt.currency,
      { name: 'withheld', zeroAsDash: true },
    ),
    moneyColumn(
      t('receipt.unallocated'),
      (receipt) => receipt.unallocated,
      (receipt) => receipt.currency,
      { name: 'unallocated', zeroAsDash: true },
    ),
  ];
}

export default function ReceiptList() {
  const { t } = useTranslation('billing');
  const list = useList(receipts);
  const columns = useColumnChoice('receipt', list, useColumns());
  return (
    <ListScreen
      title={t('receipt.list')}
      list={list}
      search={t('receipt.search')}
      filterBar={<ReceiptFilters list={list} />}
      columns={columns}
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
      <DataTable label={t('receipt.list')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}

function ReceiptFilters({ list }: { list: ReturnType<typeof useList<typeof receipts>> }) {
  const { t } = useTranslation('billing');
  const { choice, toggle } = barFilters(list);
  const others = useDocumentFilters(list, t('receipt.date'));
  return (
    <FilterBar
      list={list}
      filters={[
        choice(
          'status',
          t('field.status'),
          receiptDisplayStatuses.map((value) => ({ value, label: t(`receiptStatus.${value}`) })),
        ),
        toggle('inAdvance', t('receipt.unallocated')),
        ...others,
        choice(
          'mode',
          t('receipt.mode'),
          shownReceiptModes.map((value) => ({ value, label: t(`mode.${value}`) })),
        ),
      ]}
    >
      <SavedViews list="receipt" />
    </FilterBar>
  );
}
