import styles from './pending-invoices.module.css';

/** A small note below a figure or a name. Its script does not change its alignment. */
export const Below = ({ children }: { children: string }) => (
  <div className={styles.below}>
    <bdi>{children}</bdi>
  </div>
);
