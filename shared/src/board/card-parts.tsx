import type { ReactNode } from 'react';
import styles from './board.module.css';

/** One line of a card, such as its client. A long one ends in an ellipsis. */
export const CardLine = ({ children }: { children: ReactNode }) => (
  <span className={styles.line}>
    <bdi>{children}</bdi>
  </span>
);

/** Short facts beside each other. */
export const CardFacts = ({ children }: { children: ReactNode }) => (
  <span className={styles.facts}>{children}</span>
);

/** A date that has passed. */
export const CardDate = ({
  date,
  isLate,
  children,
}: {
  date: string;
  isLate: boolean;
  children: ReactNode;
}) => (
  <time dateTime={date} className={isLate ? styles.late : undefined}>
    {children}
  </time>
);
