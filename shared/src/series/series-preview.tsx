import type { ReactNode } from 'react';
import { refusalText } from '../read/refusal-text.tsx';
import type { TypedRead } from '../read/use-typed-read.tsx';
import styles from './series.module.css';

interface PreviewProps<Data> {
  of: TypedRead<Data>;
  /** Shown while fields are missing that the preview needs. */
  waiting: string;
  children: (data: Data) => ReactNode;
}

/** What the unsaved terms would create, or why they create nothing. */
export function SeriesPreview<Data>({ of: { data, error }, waiting, children }: PreviewProps<Data>) {
  return (
    <div className={styles.preview} aria-live="polite">
      {data !== undefined && children(data)}
      {data === undefined && (
        <span className={styles.quiet}>{error === null ? waiting : refusalText(error)}</span>
      )}
    </div>
  );
}
