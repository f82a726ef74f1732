import { useTranslation } from 'react-i18next';
import {
  recurringInvoices,
  type InvoicesPreview,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { FormGroup } from '@daybook/shared/form/form-group';
import { SeriesPreview } from '@daybook/shared/series/series-preview';
import { useTypedRead, type TypedRead } from '@daybook/shared/read/use-typed-read';
import { PreviewTable, PreviewWarnings } from './preview-table.tsx';

/** The invoices that the typed terms would create. */
export const useSeriesPreview = (clientId: string | undefined): TypedRead<InvoicesPreview> =>
  useTypedRead(recurringInvoices.previewInvoices, ({ from }) => ({
    ...(clientId !== undefined && { clientId }),
    ...(typeof from === 'string' && { startsOn: from }),
  }));

/** The next twelve invoices, with their days and figures. */
export function RecurringPreview({ preview }: { preview: TypedRead<InvoicesPreview> }) {
  const { t } = useTranslation('billing');
  return (
    <FormGroup title={t('recurring.preview')}>
      <SeriesPreview of={preview} waiting={t('recurring.previewWaits')}>
        {({ warnings, next, currency, creditExceeded }) => (
          <>
            <PreviewWarnings warnings={warnings} credit={creditExceeded} next={next} />
            <PreviewTable label={t('recurring.preview')} days={next} currency={currency} />
          </>
        )}
      </SeriesPreview>
    </FormGroup>
  );
}
