import { useTranslation } from 'react-i18next';
import { DateText } from '@daybook/shared/record/date-text';
import styles from '../crm.module.css';
import { today } from '@daybook/shared/today';

/** The date of the next action, in red and with the word "overdue" after that day. */
export function NextAction({ on }: { on: string | null }) {
  const { t } = useTranslation('crm');
  if (on === null) return <span aria-hidden="true">–</span>;
  if (on >= today()) return <DateText date={on} />;
  return (
    <span className={styles.overdue}>
      <DateText date={on} /> {t('enquiry.overdue')}
    </span>
  );
}
