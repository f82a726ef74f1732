import { useTranslation } from 'react-i18next';
import Alert from 'antd/es/alert';
import type {
  PreviewedInvoice,
  InvoicesPreview,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { Amount, amountText } from '@daybook/shared/record/amount';
import type { SteppedSeries } from '@daybook/shared/series/series-day-menu';
import { SeriesDays, periodText } from '@daybook/shared/series/series-days';
import styles from './recurring.module.css';

interface TableProps {
  label: string;
  days: readonly PreviewedInvoice[];
  currency: string;
  /** Whose days they are: then each can be made otherwise. */
  series?: SteppedSeries;
}

/** The invoices that are to come: when, for what, and how much. */
export function PreviewTable({ label, days, currency, series }: TableProps) {
  const { t } = useTranslation('billing');
  // On a phone what is to pay says enough.
  const amount = (title: string, of: 'net' | 'tax') => ({
    title,
    isFigure: true,
    isAmple: true,
    render: (day: PreviewedInvoice) => <Amount minor={day[of]} currency={currency} showCurrency={false} />,
  });
  return (
    <SeriesDays
      label={label}
      days={days}
      series={series}
      columns={[
        amount(t('recurring.net'), 'net'),
        amount(t('recurring.tax'), 'tax'),
        {
          title: t('field.payable'),
          isFigure: true,
          render: (day) => <Amount minor={day.payable} currency={currency} />,
        },
      ]}
    />
  );
}

/** Which period was missed, and what is to pay for it. */
export const missedText =
  (currency: string) =>
  (day: PreviewedInvoice): string =>
    `${periodText(day)} · ${amountText(day.payable, currency)}`;

/** What stands between the series and invoices that go out by themselves. */
export function PreviewWarnings({ warnings }: Pick<InvoicesPreview, 'warnings'>) {
  const { t } = useTranslation('billing');
  if (warnings.length === 0) return null;
  return (
    <div className={styles.warnings}>
      {warnings.map((code) => (
        <Alert key={code} type="warning" showIcon title={t(`recurring.warning.${code}`)} />
      ))}
    </div>
  );
}
