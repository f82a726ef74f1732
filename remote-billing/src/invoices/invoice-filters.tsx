import { useTranslation } from 'react-i18next';
import { invoiceStatuses } from '@daybook/contracts/billing/invoices/invoice-record';
import { type invoices } from '@daybook/contracts/billing/invoices/invoices';
import { FilterChoices, FilterLookup, FilterToggle } from '@daybook/shared/list/filters';
import { SavedViews } from '@daybook/shared/list/saved-views';
import type { FilterOf, List, RowOf } from '@daybook/shared/list/use-list';
import { CurrencyFilter } from '../common/currency-filter.tsx';
import { DateRangeFilter } from '@daybook/shared/list/date-range-filter';

type FilterPart = Pick<List<RowOf<typeof invoices>, FilterOf<typeof invoices>>, 'filter' | 'setFilter'>;

export function InvoiceFilters({ list }: { list: FilterPart }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <FilterChoices
        list={list}
        name="status"
        label={t('field.status')}
        options={invoiceStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <FilterToggle list={list} name="overdue" label={t('overdue')} />
      <FilterLookup list={list} name="clientId" label={t('field.client')} kind="clients" />
      <FilterLookup list={list} name="entityId" label={t('field.entity')} kind="billing_entities" />
      <CurrencyFilter list={list} />
      <DateRangeFilter
        from={list.filter.from}
        to={list.filter.to}
        label={t('field.issueDate')}
        onChange={(range) => list.setFilter(range)}
      />
      <SavedViews list="invoices" />
    </>
  );
}
