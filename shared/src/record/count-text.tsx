import { numberLocale } from '@daybook/shared/i18n';

/** A count in the person's format: 1,200 or 1 200. */
export const countText = (count: number): string => new Intl.NumberFormat(numberLocale()).format(count);
