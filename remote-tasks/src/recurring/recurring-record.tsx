import Alert from 'antd/es/alert';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import { withoutTokens } from '@daybook/contracts/recurrence/period';
import { recurringTasks, type RecurringTask } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { timeSpent } from '@daybook/contracts/tasks/time/time-spent';
import { useMay } from '@daybook/shared/session';
import { Amount } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { RecordHistory } from '@daybook/shared/history/history';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ReadView } from '@daybook/shared/read/read-view';
import { Facts, RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { SpentOnTasks } from '@daybook/shared/record/time-spent';
import { useRuleText } from '@daybook/shared/series/rule-text';
import { SeriesAlert } from '@daybook/shared/series/series-alert';
import { SeriesStatusTag } from '@daybook/shared/series/series-status';
import { useRead } from '@daybook/shared/read/use-read';
import { durationText } from '@daybook/shared/inputs/duration-input';
import { seriesAddress, termsAddress } from './addresses.ts';
import { RunLog } from './run-log.tsx';
import { SeriesActions } from './series-actions.tsx';
import { TaskDays } from './series-preview.tsx';
import { stepped } from './stepped.ts';
import { useDoers } from './use-doers.ts';
import { useSeriesWords } from './use-series-words.ts';
import styles from './recurring.module.css';

interface PartProps {
  series: RecurringTask;
}

/** The record of a series: its terms, its upcoming tasks and its past runs. */
export function RecurringRecord({ series }: PartProps) {
  const { t } = useTranslation('tasks');
  const mayEdit = useMay('recurring_tasks.edit');
  const words = useSeriesWords();
  return (
    <RecordScreen
      title={withoutTokens(series.title)}
      status={<SeriesStatusTag series={series} />}
      summary={<Summary series={series} />}
      actions={<SeriesActions key={series.version} series={series} />}
      aside={
        <>
          <TermsFacts series={series} />
          <RecordHistory kind="recurring_task" id={series.id} words={words} />
        </>
      }
    >
      <SeriesAlert series={series} hint={t('series.resumeHint')} addressOf={seriesAddress} />
      {mayEdit && <BehindCategory series={series} />}
      <Ahead series={series} mayEdit={mayEdit} />
      <Time series={series} />
      <RecordSection title={t('series:runs')}>
        <RunLog series={stepped(series, mayEdit && isOpen(series))} />
      </RecordSection>
    </RecordScreen>
  );
}

const isOpen = ({ status }: RecurringTask): boolean => status === 'active' || status === 'paused';

function Summary({ series: { client, category, rule, next } }: PartProps) {
  const { t } = useTranslation('tasks');
  const ruleText = useRuleText();
  const mayOpenClient = useMay('clients.view');
  const name = <bdi>{client.label}</bdi>;
  return (
    <>
      {mayOpenClient ? <Link to={recordPath('client', client.id)}>{name}</Link> : name}
      {' · '}
      <bdi>{category.label}</bdi>
      {' · '}
      {ruleText(rule.rrule)}
      {next !== null && (
        <>
          {' · '}
          {t('series.nextDue')} <DateText date={next.due} />
        </>
      )}
    </>
  );
}

/** The category has changed since the series copied its terms. */
function BehindCategory({ series }: PartProps) {
  const { t } = useTranslation('tasks');
  if (!series.isBehindCategory || !isOpen(series)) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={t('series.behindCategory', { category: series.category.label })}
      action={<LinkButton to={termsAddress(series.id)}>{t('series.takeOver')}</LinkButton>}
    />
  );
}

function Ahead({ series, mayEdit }: PartProps & { mayEdit: boolean }) {
  const { t } = useTranslation('tasks');
  const read = useRead(recurringTasks.upcoming, isOpen(series) ? { id: series.id } : null);
  if (!isOpen(series)) return null;
  return (
    <RecordSection title={t('series:upcoming')}>
      <ReadView of={read} shape="days">
        {({ next }) =>
          next.length === 0 ? (
            <p className={styles.quiet}>{t('series.noneAhead')}</p>
          ) : (
            <TaskDays label={t('series:upcoming')} days={next} series={stepped(series, mayEdit)} />
          )
        }
      </ReadView>
    </RecordSection>
  );
}

/** The time of the tasks that the series created against their estimates. */
function Time({ series: { id, hasRun } }: PartProps) {
  const { t } = useTranslation('tasks');
  const read = useRead(timeSpent.ofSeries, hasRun ? { id } : null);
  if (!hasRun) return null;
  return (
    <RecordSection title={t('time.title')}>
      <ReadView of={read}>{(spent) => <SpentOnTasks {...spent} />}</ReadView>
    </RecordSection>
  );
}

const given = (label: string, value: ReactNode) =>
  value === null || value === undefined || value === '' ? [] : [{ label, value }];

function TermsFacts({ series }: PartProps) {
  const { t } = useTranslation('tasks');
  const doers = useDoers();
  const { fee, currency, estimateMin, notStarted, endsOn, endsAfter, description, checklist } = series;
  return (
    <RecordSection title={t('series:terms')}>
      <Facts
        facts={[
          { label: t('field.assigneeRule'), value: doers(series) },
          ...given(t('field.reviewer'), series.reviewer?.label),
          { label: t('series:startsOn'), value: <DateText date={series.startsOn} /> },
          ...given(t('series:endsOn'), endsOn && <DateText date={endsOn} />),
          ...given(t('series:endsAfter'), endsAfter),
          { label: t('shared:rule.leadDays'), value: series.rule.leadDays },
          { label: t('shared:rule.shift'), value: t(`shared:rule.shiftName.${series.rule.shift}`) },
          {
            label: t('shared:rule.periodOffset'),
            value: t(`shared:rule.period.${series.rule.periodOffset}`),
          },
          ...given(
            t('shared:rule.calendarYear'),
            series.rule.calendarYear === true ? t('shared:rule.calendarYearHint') : null,
          ),
          { label: t('field.priority'), value: t(`priority.${series.priority}`) },
          ...given(t('field.estimateMin'), estimateMin && durationText(estimateMin)),
          ...given(t('field.targetDays'), series.targetDays),
          ...given(t('field.service'), series.service?.label),
          ...given(t('field.billingEntity'), series.billingEntity?.label),
          ...given(
            t('field.fee'),
            series.billable && typeof fee === 'number' && currency !== null ? (
              <Amount minor={fee} currency={currency} />
            ) : null,
          ),
          { label: t('series.catchUp'), value: t(`series.catchUps.${series.catchUp}`) },
          { label: t('series.notStarted'), value: notStarted },
          ...given(
            t('field.checklist'),
            checklist.length === 0 ? null : (
              <ol className={styles.steps}>
                {checklist.map(({ title }) => (
                  <li key={title}>
                    <bdi>{title}</bdi>
                  </li>
                ))}
              </ol>
            ),
          ),
        ]}
      />
      {description !== null && (
        <p className={styles.written}>
          <bdi>{description}</bdi>
        </p>
      )}
    </RecordSection>
  );
}
