import { useTranslation } from 'react-i18next';
import Alert from 'antd/es/alert';
import type {
  PreviewedInvoice,
  InvoicesPreview,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { Amount, amountText } from '@daybook/shared/record/amount';
import type { SteppedSeries } from '@daybook/shared/series/series-day-menu';
import { SeriesDays, periodText } from '@daybook/shared/series/series-days';
import { CreditWarning } from '../common/credit-warning.tsx';
import styles from './recurring.module.css';

interface TableProps {
  label: string;
  days: readonly PreviewedInvoice[];
  currency: string;
  /** The series of the preview; with it, single days can be changed. */
  series?: SteppedSeries;
}

/** The upcoming invoices: when, for which period, and how much. */
export function PreviewTable({ label, days, currency, series }: TableProps) {
  const { t } = useTranslation('billing');
  // A phone shows only the payable amount.
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

/** The missed period and the payable amount for it. */
export const missedText =
  (currency: string) =>
  (day: PreviewedInvoice): string =>
    `${periodText(day)} · ${amountText(day.payable, currency)}`;

interface WarningsProps extends Pick<InvoicesPreview, 'warnings' | 'next'> {
  credit: InvoicesPreview['creditExceeded'];
}

/** Reasons why the series cannot yet issue invoices automatically, or should not. */
export function PreviewWarnings({ warnings, credit, next: [first] }: WarningsProps) {
  const { t } = useTranslation('billing');
  const isAboveLimit = credit !== null && first !== undefined;
  if (warnings.length === 0 && !isAboveLimit) return null;
  return (
    <div className={styles.warnings}>
      {warnings.map((code) => (
        <Alert key={code} type="warning" showIcon title={t(`recurring.warning.${code}`)} />
      ))}
      {isAboveLimit && <CreditWarning credit={credit} total={first.total} />}
    </div>
  );
}
