import { useTranslation } from 'react-i18next';
import { invoiceStatuses } from '@daybook/contracts/billing/invoices/invoice-record';
import { type invoices } from '@daybook/contracts/billing/invoices/invoices';
import { FilterChoices, FilterToggle } from '@daybook/shared/list/filters';
import { SavedViews } from '@daybook/shared/list/saved-views';
import type { FilterOf, List, RowOf } from '@daybook/shared/list/use-list';
import { DocumentFilters } from '../common/document-filters.tsx';

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
      <DocumentFilters list={list} dateLabel={t('field.issueDate')} />
      <SavedViews list="invoice" />
    </>
  );
}
