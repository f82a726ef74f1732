import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { weekCapacityMin } from '@daybook/contracts/tasks/tasks/workload';
import { timesheets, type Timesheet, type TimesheetStatus } from '@daybook/contracts/tasks/time/timesheets';
import { durationText } from '@daybook/shared/inputs/duration-input';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { dateText } from '@daybook/shared/record/date-text';
import { RecordScreen } from '@daybook/shared/record/record-screen';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';
import { useMay, useMe } from '@daybook/shared/session';
import { today } from '@daybook/shared/today';
import { daysAfter } from '../common/days.ts';
import { TimesheetSteps } from './timesheet-steps.tsx';
import { WeekGrid } from './week-grid.tsx';
import styles from './timesheet.module.css';

const tones: Record<TimesheetStatus, Tone> = { open: 'draft', submitted: 'waiting', approved: 'done' };

/** The Monday of a day’s week. */
const mondayOf = (date: string): string =>
  daysAfter(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));

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
  const me = useMe();
  const mayEdit = useMay('tasks.edit');
  const leads = mayEdit || ['manager', 'admin', 'super_admin'].includes(me?.userType ?? '');
  const week = (days: number) => go({ week: daysAfter(weekOn, days) });
  return (
    <div className={styles.choice}>
      <Button onClick={() => week(-7)}>{t('timesheet.previous')}</Button>
      <strong>
        {dateText(weekOn)} – {dateText(daysAfter(weekOn, 6))}
      </strong>
      <Button onClick={() => week(7)}>{t('timesheet.next')}</Button>
      {leads && (
        <Lookup
          kind="person"
          aria-label={t('timesheet.person')}
          placeholder={t('timesheet.person')}
          value={userId ?? null}
          onChange={(person) => go({ person })}
        />
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

/** A week of recorded time, by task and day. */
export default function TimesheetScreen() {
  const { t } = useTranslation('tasks');
  const week = useWeek();
  const { weekOn, userId } = week;
  const read = useRead(timesheets.open, { weekOn, ...(userId !== undefined && { userId }) });
  const sheet = read.data;
  return (
    <RecordScreen
      title={t('timesheet.title')}
      {...(sheet && {
        status: <StatusTag tone={tones[sheet.status]}>{t(`timesheet.status.${sheet.status}`)}</StatusTag>,
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
