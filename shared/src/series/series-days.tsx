import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { periodName } from '@daybook/contracts/recurrence/period';
import type { Upcoming } from '@daybook/contracts/recurrence/series-steps';
import { formatLocale } from '@daybook/shared/i18n';
import { DateText, dateText } from '../record/date-text.tsx';
import { SeriesDayMenu, type SteppedSeries } from './series-day-menu.tsx';
import styles from './series.module.css';

const weekday = (date: string): string =>
  new Intl.DateTimeFormat(formatLocale(), { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );

/** "April 2027", or "16 – 30 Apr 2027" if it is not a whole month. */
export const periodText = ({ periodFrom, periodTo }: { periodFrom: string; periodTo: string }): string =>
  periodName({ from: periodFrom, to: periodTo }, formatLocale());

/** A further column of a day, besides date and period. */
interface DayColumn<Day> {
  title: string;
  render: (day: Day) => ReactNode;
  /** Figures are aligned at the end, for comparison. */
  isFigure?: boolean;
  /** Hidden on a phone. */
  isAmple?: boolean;
}

const classOf = ({ isFigure, isAmple }: Pick<DayColumn<never>, 'isFigure' | 'isAmple'>): string =>
  [isFigure === true && styles.figure, isAmple === true && styles.ample].filter(Boolean).join(' ');

interface SeriesDaysProps<Day> {
  label: string;
  days: readonly Day[];
  columns: readonly DayColumn<Day>[];
  /** The series of these days, if each of them can be skipped or moved. */
  series?: SteppedSeries | undefined;
}

/** The upcoming days of a series: date, period, and what is created. */
export function SeriesDays<Day extends Upcoming>({ label, days, columns, series }: SeriesDaysProps<Day>) {
  const { t } = useTranslation('series');
  const hasSteps = series?.mayEdit === true;
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('period')}</th>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
            {hasSteps && (
              <th scope="col" className={styles.figure}>
                {t('steps')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.nominal}>
              <td>
                <SeriesDay day={day} />
              </td>
              <td>{periodText(day)}</td>
              {columns.map((column) => (
                <td key={column.title} className={classOf(column)}>
                  {column.render(day)}
                </td>
              ))}
              {hasSteps && (
                <td className={styles.figure}>
                  <SeriesDayMenu series={series} day={day} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The due date, with the reason if it differs from the rule's day or is skipped. */
export function SeriesDay({
  day: { nominal, due, moved, skipped = null },
}: {
  day: Pick<Upcoming, 'nominal' | 'due' | 'moved'> & Partial<Pick<Upcoming, 'skipped'>>;
}) {
  const { t } = useTranslation('series');
  return (
    <>
      <span className={skipped === null ? undefined : styles.left}>
        {weekday(due)} <DateText date={due} />
      </span>
      {skipped !== null && (
        <div className={styles.quiet}>
          {t('skippedFor')} <bdi>{skipped}</bdi>
        </div>
      )}
      {moved !== null && (
        <div className={styles.quiet}>
          {t('shared:rule.instead', {
            date: dateText(nominal),
            reason: moved.why === 'weekend' ? t('shared:rule.weekend') : moved.text,
          })}
        </div>
      )}
    </>
  );
}
