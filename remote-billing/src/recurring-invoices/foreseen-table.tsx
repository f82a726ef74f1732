import { useTranslation } from 'react-i18next';
import Alert from 'antd/es/alert';
import type { Foreseen, Foresight, RecurringInvoice } from '@daybook/contracts/billing/recurring-invoices';
import { formatLocale } from '@daybook/shared/i18n';
import { Amount } from '@daybook/shared/ui/amount';
import { DateText, dateText } from '@daybook/shared/ui/date-text';
import { OccurrenceMenu } from './occurrence-menu.tsx';
import styles from './recurring.module.css';

const weekday = (date: string): string =>
  new Intl.DateTimeFormat(formatLocale(), { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );

/** "1 – 30 Apr 2027", shortened as the language does. */
export const periodText = ({ periodFrom, periodTo }: { periodFrom: string; periodTo: string }): string =>
  new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(`${periodFrom}T00:00:00Z`),
    new Date(`${periodTo}T00:00:00Z`),
  );

interface TableProps {
  label: string;
  days: readonly Foreseen[];
  currency: string;
  /** Whose days they are: then each can be made otherwise. */
  series?: RecurringInvoice;
}

/** The invoices that are to come: when, for what, and how much. */
export function ForeseenTable({ label, days, currency, series }: TableProps) {
  const { t } = useTranslation('billing');
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('recurring.day')}</th>
            <th scope="col">{t('recurring.period')}</th>
            <th scope="col" className={styles.figure}>
              {t('recurring.net')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('recurring.tax')}
            </th>
            <th scope="col" className={styles.end}>
              {t('field.payable')}
            </th>
            {series !== undefined && <th scope="col">{t('recurring.steps')}</th>}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.nominal}>
              <td>
                <Day day={day} />
              </td>
              <td>{periodText(day)}</td>
              <td className={styles.figure}>
                <Amount minor={day.net} currency={currency} showCurrency={false} />
              </td>
              <td className={styles.figure}>
                <Amount minor={day.tax} currency={currency} showCurrency={false} />
              </td>
              <td className={styles.end}>
                <Amount minor={day.payable} currency={currency} />
              </td>
              {series !== undefined && (
                <td className={styles.end}>
                  <OccurrenceMenu series={series} day={day} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({ day }: { day: Foreseen }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <span className={day.skipped === null ? undefined : styles.left}>
        {weekday(day.due)} <DateText date={day.due} />
      </span>
      {day.skipped !== null && (
        <div className={styles.quiet}>
          {t('recurring.skippedFor')} <bdi>{day.skipped}</bdi>
        </div>
      )}
      {day.moved !== null && (
        <div className={styles.quiet}>
          {t('recurring.instead', {
            date: dateText(day.nominal),
            reason: day.moved.why === 'weekend' ? t('recurring.weekend') : day.moved.text,
          })}
        </div>
      )}
    </>
  );
}

/** What stands between the series and invoices that go out by themselves. */
export function ForesightWarnings({ warnings }: Pick<Foresight, 'warnings'>) {
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
