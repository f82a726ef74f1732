import { numberLocale } from '@daybook/shared/i18n';

/** `1,240 ms`, by the person's habits; a dash for none. */
export const milliseconds = (count: number | null): string =>
  count === null
    ? '–'
    : new Intl.NumberFormat(numberLocale(), {
        style: 'unit',
        unit: 'millisecond',
        unitDisplay: 'short',
      }).format(count);
