import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { numberLocale } from '@daybook/shared/i18n';
import type { LineValues } from './draft-values.ts';
import styles from './line-grid.module.css';

const noLines: readonly Partial<LineValues>[] = [];

/** Unreadable text stays as typed. */
const grouped = (figure = ''): string =>
  /^-?\d+(\.\d+)?$/.test(figure) ? formatDecimal(figure, numberLocale()) : figure;

/** The lines of another version of the draft, for comparison only. */
export default function LinesShown({ value = noLines }: { value?: typeof noLines | undefined }) {
  return (
    <ol className={styles.shown}>
      {value.map((line) => (
        <li key={JSON.stringify(line)}>
          <bdi>{line.description}</bdi>{' '}
          <bdi>
            {grouped(line.qty)} × {grouped(line.unitPrice)}
          </bdi>
        </li>
      ))}
    </ol>
  );
}
