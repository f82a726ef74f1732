import { useTranslation } from 'react-i18next';
import type { RecurringInvoiceRow } from '@daybook/contracts/billing/recurring-invoices';
import { StatusTag, type Tone } from '@daybook/shared/ui/status-tag';

const tones: Record<RecurringInvoiceRow['state'], Tone> = {
  active: 'info',
  paused: 'waiting',
  completed: 'done',
  cancelled: 'draft',
};

/** Where a series stands, and of a paused one why. */
export function useStateWords(): (series: Pick<RecurringInvoiceRow, 'state' | 'pausedFor'>) => string {
  const { t } = useTranslation('billing');
  return ({ state, pausedFor }) =>
    pausedFor === null ? t(`seriesState.${state}`) : t(`recurring.pausedFor.${pausedFor}`);
}

export function SeriesStateTag({ series }: { series: Pick<RecurringInvoiceRow, 'state' | 'pausedFor'> }) {
  return <StatusTag tone={tones[series.state]}>{useStateWords()(series)}</StatusTag>;
}
