import type { ReactNode } from 'react';
import styles from './beside.module.css';

/** A form with panels beside it from 1200 px on, and below it on narrower screens. */
export const Beside = ({ panels, children }: { panels: ReactNode; children: ReactNode }) => (
  <div className={styles.beside}>
    {children}
    <div className={styles.panels}>{panels}</div>
  </div>
);
