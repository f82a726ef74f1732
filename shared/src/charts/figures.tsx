import { Link } from 'react-router-dom';
import { countText } from '../record/count-text.tsx';
import styles from './figures.module.css';

export interface Figure {
  label: string;
  /** A count, or a formatted amount. */
  value: number | string;
  /** The address of the list that it counts or sums up. */
  to?: string;
  /** Overdue or refused; the label says so too. */
  isBad?: boolean;
}

/** A row of figures with labels, each linking to the list behind it. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={styles.figures}>
    {figures.map(({ label, value, to, isBad = false }) => {
      const text = <bdi>{typeof value === 'number' ? countText(value) : value}</bdi>;
      return (
        // Two currencies can have the same number of items, so labels alone are not unique.
        <div key={`${label} ${to}`} className={isBad ? `${styles.figure} ${styles.bad}` : styles.figure}>
          <dt>{label}</dt>
          <dd>{to === undefined ? text : <Link to={to}>{text}</Link>}</dd>
        </div>
      );
    })}
  </dl>
);
