import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import { periodName, withoutTokens } from '@daybook/contracts/recurrence/period';
import { isTargetLate, type Task } from '@daybook/contracts/tasks/tasks/tasks';
import { formatLocale } from '@daybook/shared/i18n';
import { useMay } from '@daybook/shared/session';
import { DateText, InstantText } from '@daybook/shared/record/date-text';
import { Facts, RecordSection } from '@daybook/shared/record/record-screen';
import { StatusTag } from '@daybook/shared/record/status-tag';
import styles from './tasks.module.css';

const dateOf = (date: string | null) => date && <DateText date={date} />;

/** A fact that few tasks have; without a value it takes no line. */
const whenSaid = (label: string, value: ReactNode) =>
  value === null || value === undefined
    ? []
    : [{ label, value: typeof value === 'string' ? <bdi>{value}</bdi> : value }];

/** The series that created the task, and the period. */
function OfSeries({ task, series }: { task: Task; series: NonNullable<Task['series']> }) {
  const { periodFrom: from, periodTo: to } = task;
  const mayOpen = useMay('recurring_tasks.create', 'recurring_tasks.edit', 'recurring_tasks.delete');
  const title = <bdi>{withoutTokens(series.label)}</bdi>;
  return (
    <>
      {mayOpen && series.isSeen ? <Link to={recordPath('recurring_task', series.id)}>{title}</Link> : title}
      {from !== null && to !== null && ` · ${periodName({ from, to }, formatLocale())}`}
    </>
  );
}

/** The facts of a task: people, category, service and dates. */
export function TaskFacts({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const { statusReason, description, completedAt } = task;
  const people = task.assignees.map(({ label }) => label).join(', ');
  return (
    <RecordSection title={t('work')}>
      <div className={styles.stack}>
        {statusReason !== null && (
          <p className={styles.written}>
            <strong>
              <bdi>{t('reasonGiven')}</bdi>
            </strong>{' '}
            <bdi>{statusReason}</bdi>
          </p>
        )}
        <Facts
          facts={[
            { label: t('field.assignees'), value: people || t('nobody') },
            {
              label: t('field.reviewer'),
              value: task.reviewer?.label ?? (task.reviewRequired ? t('anyReviewer') : null),
            },
            ...whenSaid(t('field.submittedBy'), task.submittedBy?.label),
            { label: t('field.category'), value: task.category?.label },
            ...whenSaid(t('field.recurringCategory'), task.recurringCategory?.label),
            { label: t('field.service'), value: task.service?.label },
            { label: t('field.priority'), value: t(`priority.${task.priority}`) },
            { label: t('field.startOn'), value: dateOf(task.startOn) },
            {
              label: t('field.targetOn'),
              value: isTargetLate(task) ? (
                <>
                  {dateOf(task.targetOn)} <StatusTag tone="waiting">{t('targetLate')}</StatusTag>
                </>
              ) : (
                dateOf(task.targetOn)
              ),
            },
            ...whenSaid(t('series.ofTask'), task.series && <OfSeries task={task} series={task.series} />),
            ...whenSaid(t('field.periodFrom'), dateOf(task.periodFrom)),
            ...whenSaid(t('field.periodTo'), dateOf(task.periodTo)),
            ...whenSaid(t('field.duplicateReason'), task.duplicateReason),
            ...whenSaid(t('field.filedOn'), dateOf(task.filedOn)),
            ...whenSaid(t('field.ackNo'), task.ackNo),
            ...(completedAt === null
              ? []
              : [
                  {
                    label: t('field.completedAt'),
                    value: (
                      <>
                        <InstantText at={completedAt} /> <bdi>{task.completedBy}</bdi>
                      </>
                    ),
                  },
                ]),
          ]}
        />
        {description !== null && (
          <p className={styles.written}>
            <bdi>{description}</bdi>
          </p>
        )}
      </div>
    </RecordSection>
  );
}
