import { formatLocale } from '@daybook/shared/i18n';

/** Mon 4 */
export const dayName = (date: string): string =>
  new Intl.DateTimeFormat(formatLocale(), { timeZone: 'UTC', weekday: 'short', day: 'numeric' }).format(
    new Date(`${date}T00:00:00Z`),
  );
