import type { ReactNode } from 'react';
import styles from './with-panels.module.css';

/** A form with what belongs to the record beside it, or below it on a narrow screen. */
export function WithPanels({ children, panels }: { children: ReactNode; panels: ReactNode }) {
  return (
    <div className={styles.beside}>
      {children}
      <div className={styles.panels}>{panels}</div>
    </div>
  );
}
