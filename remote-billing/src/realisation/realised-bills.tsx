import { useTranslation } from 'react-i18next';
import { recordPath } from '@daybook/contracts/entities';
import { realisedBills, type RealisedBill } from '@daybook/contracts/receivables/realisation/realisation';
import {
  dateColumn,
  linkColumn,
  moneyColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { listLink } from '@daybook/shared/list-link';
import { LinkButton } from '@daybook/shared/record/link-button';
import { useMay } from '@daybook/shared/session';
import { useRealisationFilters } from './realisation-filters.tsx';

const currency = ({ currency: of }: RealisedBill) => of;

function useColumns(): ColumnsOf<typeof realisedBills> {
  const { t } = useTranslation('billing');
  const mayOpen = useMay('invoices.view');
  const nameOf = ({ invoice }: RealisedBill) => {
    if (invoice === null) return t('realisation.writtenOff');
    return invoice.id === null ? t('realisation.unseenInvoice') : invoice.label;
  };
  return [
    linkColumn(t('realisation.invoice'), nameOf, ({ invoice }) =>
      mayOpen && invoice !== null && invoice.id !== null ? recordPath('invoice', invoice.id) : null,
    ),
    dateColumn(t('realisation.date'), ({ date }) => date, { sort: 'date' }),
    textColumn(t('field.client'), ({ client }) => client.label, { name: 'client' }),
    textColumn(t('realisation.task'), ({ task }) => `${task.no} ${task.label}`, { name: 'task' }),
    moneyColumn(t('realisation.billed'), ({ billed }) => billed, currency, { zeroAsDash: true }),
    moneyColumn(t('realisation.writtenDown'), ({ writtenDown }) => writtenDown, currency, {
      zeroAsDash: true,
      name: 'writtenDown',
    }),
    moneyColumn(t('realisation.collected'), ({ collected }) => collected, currency, {
      zeroAsDash: true,
      name: 'collected',
    }),
    moneyColumn(t('realisation.badDebt'), ({ badDebt }) => badDebt, currency, {
      zeroAsDash: true,
      name: 'badDebt',
      isHidden: true,
    }),
  ];
}

/** The lines of invoices behind the money of the report, and work that was written off. */
export default function RealisedBillList() {
  const { t } = useTranslation('billing');
  const list = useList(realisedBills);
  const columns = useColumnChoice('realised_bill', list, useColumns());
  const filters = useRealisationFilters(list);
  return (
    <ListScreen
      title={t('realisation.billsTitle')}
      list={list}
      search={t('realisation.search')}
      empty={t('realisation.noBills')}
      columns={columns}
      filterBar={
        <FilterBar list={list} filters={filters}>
          <SavedViews list="realised_bill" />
        </FilterBar>
      }
      primary={<LinkButton to={listLink('realisation', list.filter)}>{t('realisation.title')}</LinkButton>}
    >
      <DataTable label={t('realisation.billsTitle')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
