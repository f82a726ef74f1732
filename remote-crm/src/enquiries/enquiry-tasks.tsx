import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { ReadView } from '@daybook/shared/read/read-view';
import { useReadEach } from '@daybook/shared/read/use-read';
import { Can } from '@daybook/shared/record/can';
import { DateText } from '@daybook/shared/record/date-text';
import { LinkButton } from '@daybook/shared/record/link-button';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { newTaskAbout, taskAddress } from '../addresses.ts';
import styles from '../crm.module.css';

const onceEach = <Row extends { id: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

/**
 * The tasks whose title names the enquiry, or one that was merged into it. They are internal work, because there is no client
 * yet.
 */
export function EnquiryTasks({ enquiry: { no, name, company, mergedNos } }: { enquiry: Enquiry }) {
  const { t } = useTranslation('crm');
  const read = useReadEach(
    tasks.list,
    [no, ...mergedNos].map((q) => ({ q, pageSize: 20 })),
  );
  return (
    <RecordSection
      title={t('enquiryTasks.title')}
      extra={
        <Can do="tasks.create">
          <LinkButton size="small" to={newTaskAbout(`${no} ${company ?? name}: `)}>
            {t('enquiryTasks.add')}
          </LinkButton>
        </Can>
      }
    >
      <ReadView of={read}>
        {(lists) =>
          lists.every(({ rows }) => rows.length === 0) ? (
            <p className={styles.aside}>{t('enquiryTasks.none')}</p>
          ) : (
            <ul className={styles.list}>
              {onceEach(lists.flatMap(({ rows }) => rows)).map((task) => (
                <li key={task.id} className={styles.row}>
                  <Link to={taskAddress(task.id)}>
                    <bdi>{task.title}</bdi>
                  </Link>
                  <span className={styles.aside}>
                    <DateText date={task.dueOn} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </ReadView>
    </RecordSection>
  );
}
