import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { listPath } from '@daybook/contracts/entities';
import { weekCapacityMin } from '@daybook/contracts/tasks/tasks/workload';
import { timesheets, type Timesheet } from '@daybook/contracts/tasks/time/timesheets';
import { durationText } from '@daybook/shared/inputs/duration-input';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { DateRange } from '@daybook/shared/record/date-text';
import { LinkButton } from '@daybook/shared/record/link-button';
import { RecordScreen } from '@daybook/shared/record/record-screen';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { today } from '@daybook/shared/today';
import { daysAfter } from '../common/days.ts';
import { TimesheetSteps } from './timesheet-steps.tsx';
import { WeekGrid } from './week-grid.tsx';
import { mondayOf, useLeads, weekTones } from '../common/weeks.ts';
import styles from './timesheet.module.css';

function useWeek() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('week') ?? '';
  const weekOn = mondayOf(/^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : today());
  const userId = params.get('person') ?? undefined;
  const go = (to: { week?: string; person?: string | null }) => {
    const next = new URLSearchParams(params);
    if (to.week !== undefined) next.set('week', to.week);
    if (to.person === null) next.delete('person');
    else if (to.person !== undefined) next.set('person', to.person);
    setParams(next);
  };
  return { weekOn, userId, go };
}

/** The week, and for people who may approve time, the person. */
function Choice({ weekOn, userId, go }: ReturnType<typeof useWeek>) {
  const { t } = useTranslation('tasks');
  const leads = useLeads();
  const week = (days: number) => go({ week: daysAfter(weekOn, days) });
  return (
    <div className={styles.choice}>
      <Button onClick={() => week(-7)}>{t('timesheet.previous')}</Button>
      <strong>
        <DateRange from={weekOn} to={daysAfter(weekOn, 6)} />
      </strong>
      <Button onClick={() => week(7)}>{t('timesheet.next')}</Button>
      {leads && (
        <>
          <Lookup
            kind="person"
            aria-label={t('timesheet.person')}
            placeholder={t('timesheet.person')}
            value={userId ?? null}
            onChange={(person) => go({ person })}
          />
          <LinkButton to={listPath('timesheet_approval')}>{t('approvals.title')}</LinkButton>
        </>
      )}
    </div>
  );
}

/** What the week comes to, what is missing, and why it was returned. */
function Summary({ sheet }: { sheet: Timesheet }) {
  const { t } = useTranslation('tasks');
  const { minutes, missingMinutes, reason, decidedBy } = sheet;
  return (
    <>
      <p>
        {t('timesheet.total', { time: durationText(minutes) })}
        {missingMinutes > 0 && (
          <>
            {' · '}
            {t('timesheet.missing', {
              time: durationText(missingMinutes),
              week: durationText(weekCapacityMin),
            })}
          </>
        )}
      </p>
      {decidedBy !== null && sheet.status === 'approved' && (
        <p>{t('timesheet.approvedBy', { name: decidedBy.label })}</p>
      )}
      {reason !== null && <p>{t('timesheet.returned', { name: decidedBy?.label ?? '', reason })}</p>}
    </>
  );
}

/** A week that a notification names by its id: it then stands under its person and its Monday. */
function NamedWeek({ id }: { id: string }) {
  const { t } = useTranslation('tasks');
  return (
    <RecordScreen title={t('timesheet.title')}>
      <ReadView of={useRead(timesheets.openById, { id })}>
        {({ weekOn, person, isOwn }) => (
          <Navigate
            replace
            to={{ search: `?${new URLSearchParams({ week: weekOn, ...(!isOwn && { person: person.id }) })}` }}
          />
        )}
      </ReadView>
    </RecordScreen>
  );
}

/** A week of recorded time, by task and day. */
export default function TimesheetScreen() {
  const [params] = useSearchParams();
  const named = params.get('sheet');
  return named === null ? <WeekScreen /> : <NamedWeek id={named} />;
}

function WeekScreen() {
  const { t } = useTranslation('tasks');
  const week = useWeek();
  const { weekOn, userId } = week;
  const read = useRead(timesheets.open, { weekOn, ...(userId !== undefined && { userId }) });
  const sheet = read.data;
  return (
    <RecordScreen
      title={t('timesheet.title')}
      {...(sheet && {
        status: <StatusTag tone={weekTones[sheet.status]}>{t(`timesheet.status.${sheet.status}`)}</StatusTag>,
        actions: <TimesheetSteps sheet={sheet} />,
      })}
    >
      <Choice {...week} />
      <ReadView of={read}>
        {(found) => (
          <>
            <Summary sheet={found} />
            <WeekGrid key={`${found.person.id} ${found.weekOn}`} sheet={found} />
          </>
        )}
      </ReadView>
    </RecordScreen>
  );
}
