import styles from './pending-invoices.module.css';

/** A quiet word below a figure or a name, on its side of the page whatever script it is in. */
export const Below = ({ children }: { children: string }) => (
  <div className={styles.below}>
    <bdi>{children}</bdi>
  </div>
);
