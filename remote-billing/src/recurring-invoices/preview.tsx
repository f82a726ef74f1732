import { useTranslation } from 'react-i18next';
import {
  recurringInvoices,
  type Foresight,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { FormGroup } from '@daybook/shared/form/form-group';
import { SeriesPreview } from '@daybook/shared/series/series-preview';
import { useTypedRead, type TypedRead } from '@daybook/shared/read/use-typed-read';
import { ForeseenTable, ForesightWarnings } from './foreseen-table.tsx';

/** What the terms that are being typed would make. */
export const useForesight = (clientId: string | undefined): TypedRead<Foresight> =>
  useTypedRead(recurringInvoices.foresee, ({ from }) => ({
    ...(clientId !== undefined && { clientId }),
    ...(typeof from === 'string' && { startsOn: from }),
  }));

/** The next twelve, with their days and figures. */
export function RecurringPreview({ foresight }: { foresight: TypedRead<Foresight> }) {
  const { t } = useTranslation('billing');
  return (
    <FormGroup title={t('recurring.preview')}>
      <SeriesPreview of={foresight} waiting={t('recurring.previewWaits')}>
        {({ warnings, next, currency }) => (
          <>
            <ForesightWarnings warnings={warnings} />
            <ForeseenTable label={t('recurring.preview')} days={next} currency={currency} />
          </>
        )}
      </SeriesPreview>
    </FormGroup>
  );
}
