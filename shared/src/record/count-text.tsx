import { numberLocale } from '@daybook/shared/i18n';

/** A count by the person's habits: 1,200 or 1 200. */
export const countText = (count: number): string => new Intl.NumberFormat(numberLocale()).format(count);
