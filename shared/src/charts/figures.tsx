import { Link } from 'react-router-dom';
import { countText } from '../record/count-text.tsx';
import styles from './figures.module.css';

export interface Figure {
  label: string;
  /** A count, or an amount as text. */
  value: number | string;
  /** The list whose rows it counts or adds up. */
  to?: string;
  /** Late or refused; said by the label too. */
  isBad?: boolean;
}

/** A row of figures, each under what it counts and leading to it. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={styles.figures}>
    {figures.map(({ label, value, to, isBad = false }) => {
      const text = <bdi>{typeof value === 'number' ? countText(value) : value}</bdi>;
      return (
        // Of two currencies as many items may wait: then two labels are the same.
        <div key={`${label} ${to}`} className={isBad ? `${styles.figure} ${styles.bad}` : styles.figure}>
          <dt>{label}</dt>
          <dd>{to === undefined ? text : <Link to={to}>{text}</Link>}</dd>
        </div>
      );
    })}
  </dl>
);
