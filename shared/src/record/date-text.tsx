import Tooltip from 'antd/es/tooltip';
import { formatLocale } from '@daybook/shared/i18n';
import { dateFormat } from '../formats.ts';
import styles from './amount.module.css';

// A plain date has no time zone. Parsed and formatted in UTC, it remains the same day.
const formatDate = (date: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(formatLocale(), { timeZone: 'UTC', ...options }).format(new Date(`${date}T00:00:00Z`));

export const dateText = (date: string): string => formatDate(date, { dateStyle: 'medium' });

/** The month that begins on this day. */
export const monthText = (first: string): string => formatDate(first, { month: 'short', year: 'numeric' });

/** The day of an instant in the person's time zone. */
export const instantDateText = (at: string): string =>
  dateFormat(formatLocale(), { dateStyle: 'medium' }).format(new Date(at));

/** The date of a document in the person's format, with the weekday on hover. */
export function DateText({ date, className = '' }: { date: string; className?: string | undefined }) {
  return (
    <Tooltip title={() => formatDate(date, { dateStyle: 'full' })}>
      <time dateTime={date} dir="ltr" className={`${styles.amount} ${className}`}>
        {dateText(date)}
      </time>
    </Tooltip>
  );
}

/** The days from one to another. In a mirrored page, too, the first stands before the last. */
export const DateRange = ({ from, to }: { from: string; to: string }) => (
  <span dir="ltr" className={styles.amount}>
    {dateText(from)} – {dateText(to)}
  </span>
);

/** An instant in the person's time zone, or only its day, with the exact time on hover. */
export function InstantText({ at, isDay = false }: { at: string; isDay?: boolean }) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(formatLocale(), options).format(new Date(at));
  return (
    <Tooltip title={() => format({ dateStyle: 'full', timeStyle: 'long' })}>
      <time dateTime={at} dir="ltr" className={styles.amount}>
        {format({ dateStyle: 'medium', ...(!isDay && { timeStyle: 'short' }) })}
      </time>
    </Tooltip>
  );
}
