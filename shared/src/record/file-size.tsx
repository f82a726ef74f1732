import { numberLocale } from '@daybook/shared/i18n';

const units = [
  { unit: 'gigabyte', per: 1e9, digits: 1 },
  { unit: 'megabyte', per: 1e6, digits: 1 },
  { unit: 'kilobyte', per: 1e3, digits: 0 },
] as const;

/** The size of a file, in the unit that reads best; at least a kilobyte. */
export function FileSize({ bytes }: { bytes: number }) {
  const { unit, per, digits } = units.find((one) => bytes >= one.per) ?? units[2];
  const text = new Intl.NumberFormat(numberLocale(), {
    style: 'unit',
    unit,
    maximumFractionDigits: digits,
  }).format(Math.max(bytes / per, 1 / 10 ** digits));
  return <bdi>{text}</bdi>;
}
