import { useTranslation } from 'react-i18next';
import type { Holdings } from '@daybook/contracts/people/staff';
import { countText } from '@daybook/shared/record/count-text';
import styles from './people.module.css';

/** One kind of a person's assignments: how many, and the first few by name. */
export function Holding({ row: { kind, count, names } }: { row: Holdings['rows'][number] }) {
  const { t } = useTranslation('settings');
  // Recurring tasks often have the same title, so each is named once.
  const shown = [...new Set(names)];
  const more = count - shown.length;
  return (
    <>
      <span>
        {t(`holding.${kind}`)} <strong>{countText(count)}</strong>
      </span>
      <span className={styles.names}>
        <bdi>{shown.join(', ')}</bdi>
        {more > 0 && <> {t('holding.more', { count: more })}</>}
      </span>
    </>
  );
}
