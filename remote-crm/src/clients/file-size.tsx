import { numberLocale } from '@daybook/shared/i18n';

/** The size of a file, in the unit that reads best. */
export function FileSize({ bytes }: { bytes: number }) {
  const [unit, per] = bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const);
  const text = new Intl.NumberFormat(numberLocale(), {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'kilobyte' ? 0 : 1,
  }).format(Math.max(bytes / per, unit === 'kilobyte' ? 1 : 0));
  return <bdi>{text}</bdi>;
}
