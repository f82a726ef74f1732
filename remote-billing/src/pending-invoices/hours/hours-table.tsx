import { useTranslation } from 'react-i18next';
import type { BilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import { durationText } from '@daybook/shared/inputs/duration-input';
import { Amount } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import styles from './unbilled-hours.module.css';

interface HoursTableProps {
  entries: readonly BilledHours[];
  currency: string;
}

/** The time entries behind an amount, each at its rate. */
export function HoursTable({ entries, currency }: HoursTableProps) {
  const { t } = useTranslation('billing');
  return (
    <div className={styles.scroll}>
      <table className={styles.hours} aria-label={t('unbilledHours.entries')}>
        <thead>
          <tr>
            <th scope="col">{t('unbilledHours.day')}</th>
            <th scope="col">{t('unbilledHours.person')}</th>
            <th scope="col">{t('unbilledHours.note')}</th>
            <th scope="col">{t('unbilledHours.hours')}</th>
            <th scope="col">{t('unbilledHours.rate')}</th>
            <th scope="col">{t('line.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>
                <DateText date={entry.workedOn} />
              </td>
              <td>
                <bdi>{entry.person.label}</bdi>
              </td>
              <td>
                <bdi>{entry.note}</bdi>
              </td>
              <td>
                <bdi>{durationText(entry.minutes)}</bdi>
              </td>
              <td>
                {entry.rate === null ? (
                  t('unbilledHours.noRate')
                ) : (
                  <Amount minor={entry.rate} currency={currency} showCurrency={false} />
                )}
              </td>
              <td>{entry.amount !== null && <Amount minor={entry.amount} currency={currency} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
