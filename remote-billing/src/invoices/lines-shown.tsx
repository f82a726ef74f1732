import type { LineValues } from './draft-values.ts';
import styles from './line-grid.module.css';

const noLines: readonly Partial<LineValues>[] = [];

/** Lines as they stand in another version of the draft: to be compared, not to be typed in. */
export function LinesShown({ value = noLines }: { value?: typeof noLines | undefined }) {
  return (
    <ol className={styles.shown}>
      {value.map((line) => (
        <li key={JSON.stringify(line)}>
          <bdi>{line.description}</bdi>{' '}
          <bdi>
            {line.qty} × {line.unitPrice}
          </bdi>
        </li>
      ))}
    </ol>
  );
}
