import { numberLocale } from '@daybook/shared/i18n';

/** `1,240 ms` in the person's number format; a dash for null. */
export const milliseconds = (count: number | null): string =>
  count === null
    ? '–'
    : new Intl.NumberFormat(numberLocale(), {
        style: 'unit',
        unit: 'millisecond',
        unitDisplay: 'short',
      }).format(count);
