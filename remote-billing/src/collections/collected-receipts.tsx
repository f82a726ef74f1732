import { useTranslation } from 'react-i18next';
import {
  collectedReceipts,
  type CollectedReceipt,
} from '@daybook/contracts/receivables/collections/collections';
import { listLink } from '@daybook/shared/list-link';
import { onTheDay } from '@daybook/shared/list-address';
import { useMay } from '@daybook/shared/session';
import {
  dateColumn,
  linkColumn,
  statusColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { LinkButton } from '@daybook/shared/record/link-button';
import { receiptAddress } from '../common/addresses.ts';
import { useFigureColumns } from './collection-columns.tsx';
import { useCollectionFilters } from './collection-filters.tsx';

function useColumns(): ColumnsOf<typeof collectedReceipts> {
  const { t } = useTranslation('billing');
  const mayOpen = useMay('receipts.view');
  const figures = useFigureColumns<CollectedReceipt>(null);
  return [
    linkColumn(
      t('field.number'),
      ({ receipt }) => receipt.label,
      ({ receipt }) => (mayOpen ? receiptAddress(receipt.id) : null),
      { width: 110 },
    ),
    dateColumn(t('collection.by.day'), ({ date }) => date, { sort: 'date' }),
    statusColumn(t('field.status'), ({ isReversal }) =>
      isReversal
        ? { tone: 'overdue', label: t('collection.reversal') }
        : { tone: 'done', label: t('collection.receipt') },
    ),
    textColumn(t('field.client'), ({ client }) => client.label),
    textColumn(t('receipt.mode'), ({ mode }) => t(`mode.${mode}`), {
      name: 'mode',
      isHidden: true,
      width: 110,
    }),
    textColumn(t('receipt.reference'), ({ reference }) => reference, {
      name: 'reference',
      isHidden: true,
    }),
    textColumn(t('field.entity'), ({ entity }) => entity.label, { name: 'entity', isHidden: true }),
    ...figures,
  ];
}

/** The receipts and reversals behind a figure of the report; filtered by service or department, with their shares. */
export default function CollectedReceiptList() {
  const { t } = useTranslation('billing');
  const list = useList(collectedReceipts);
  const columns = useColumnChoice('collected_receipt', list, useColumns());
  const { q, filter } = list;
  const { data: total } = useRead(collectedReceipts.total, { q: q || undefined, filter: onTheDay(filter) });
  const filters = useCollectionFilters(list, total?.bankAccounts ?? []);
  return (
    <ListScreen
      title={t('collection.receiptsTitle')}
      list={list}
      search={t('collection.search')}
      empty={t('collection.empty')}
      columns={columns}
      filterBar={
        <FilterBar list={list} filters={filters}>
          <SavedViews list="collected_receipt" />
        </FilterBar>
      }
      primary={<LinkButton to={listLink('collection', filter)}>{t('collection.title')}</LinkButton>}
    >
      <DataTable label={t('collection.receiptsTitle')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
