import { useTranslation } from 'react-i18next';
import { invoiceStatuses } from '@daybook/contracts/billing/invoices/invoice-record';
import { type invoices } from '@daybook/contracts/billing/invoices/invoices';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { FilterChoices, FilterLookup, FilterToggle } from '@daybook/shared/list/filters';
import { SavedViews } from '@daybook/shared/list/saved-views';
import type { FilterOf, List } from '@daybook/shared/list/use-list';
import { CurrencyFilter, DateFilter, EntityFilter } from '../common/document-filters.tsx';

type FilterPart = Pick<List<never, FilterOf<typeof invoices>>, 'filter' | 'setFilter'>;

export function InvoiceFilters({ list }: { list: FilterPart }) {
  const { t } = useTranslation('billing');
  const statuses = invoiceStatuses.map((value) => ({ value, label: t(`status.${value}`) }));
  const label = {
    status: t('field.status'),
    overdue: t('overdue'),
    client: t('field.client'),
    date: t('field.issueDate'),
  };
  return (
    <FilterBar
      list={list}
      filters={[
        {
          names: ['status'],
          label: label.status,
          control: <FilterChoices list={list} name="status" label={label.status} options={statuses} />,
        },
        {
          names: ['overdue'],
          label: label.overdue,
          control: <FilterToggle list={list} name="overdue" label={label.overdue} />,
        },
        {
          names: ['clientId'],
          label: label.client,
          control: <FilterLookup list={list} name="clientId" label={label.client} kind="client" />,
        },
        {
          names: ['from', 'to'],
          isWide: true,
          label: label.date,
          control: <DateFilter list={list} label={label.date} />,
        },
        { names: ['entityId'], label: t('field.entity'), control: <EntityFilter list={list} /> },
        { names: ['currency'], label: t('field.currency'), control: <CurrencyFilter list={list} /> },
      ]}
    >
      <SavedViews list="invoice" />
    </FilterBar>
  );
}
