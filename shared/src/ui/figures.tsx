import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './figures.module.css';

export interface Figure {
  label: string;
  value: ReactNode;
  /** The list whose rows it counts or adds up. */
  to?: string;
  /** Late or refused; said by the label too. */
  isBad?: boolean;
}

/** A row of figures, each under what it counts and leading to it. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={styles.figures}>
    {figures.map(({ label, value, to, isBad = false }) => (
      <div key={label} className={isBad ? `${styles.figure} ${styles.bad}` : styles.figure}>
        <dt>{label}</dt>
        <dd>{to === undefined ? value : <Link to={to}>{value}</Link>}</dd>
      </div>
    ))}
  </dl>
);
