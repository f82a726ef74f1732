import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Read } from '@daybook/shared/read/use-read';
import { ReadView } from '@daybook/shared/read/read-view';
import { RecordSection } from '@daybook/shared/record/record-screen';
import styles from '../crm.module.css';

interface ListOfClientProps<Row> {
  title: string;
  none: string;
  /** The address of the whole list, filtered by this client. */
  all?: string;
  read: Read<{ rows: Row[] }>;
  children: (row: Row) => ReactNode;
}

/** As many rows of each list as a tab shows; the rest is in the list itself. */
export const shownRows = 20;

/** The first rows of a list, of one client. */
export function ListOfClient<Row extends { id: string }>(props: ListOfClientProps<Row>) {
  const { title, none, all, read, children } = props;
  const { t } = useTranslation('crm');
  return (
    <RecordSection title={title} extra={all !== undefined && <Link to={all}>{t('recent.all')}</Link>}>
      <ReadView of={read} shape="list">
        {({ rows }) => (
          <>
            {rows.length === 0 && <span className={styles.aside}>{none}</span>}
            <ul className={styles.list} aria-label={title}>
              {rows.map((row) => (
                <li key={row.id} className={styles.row}>
                  {children(row)}
                </li>
              ))}
            </ul>
          </>
        )}
      </ReadView>
    </RecordSection>
  );
}
