import { useTranslation } from 'react-i18next';
import { dashboards, type WorkSummary } from '@daybook/contracts/dashboards';
import { openTaskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import { timesheetApprovals } from '@daybook/contracts/tasks/time/timesheet-approvals';
import { listLink } from '@daybook/shared/list-link';
import type { WidgetProps } from '@daybook/shared/remote';
import { useMe } from '@daybook/shared/session';
import { today } from '@daybook/shared/today';
import { BarChart } from '@daybook/shared/charts/bar-chart';
import { Figures } from '@daybook/shared/charts/figures';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { daysAfter } from '../common/days.ts';
import { useLeads } from '../common/weeks.ts';

/** Open tasks by due date and by status: the person's own, or all that they may see. */
export default function Work({ dashboard }: WidgetProps) {
  const me = useMe();
  const isMine = dashboard === 'personal';
  const read = useRead(dashboards.work, { today: today(), mine: isMine ? 'true' : 'false' });
  const leads = useLeads();
  const weeks = useRead(timesheetApprovals.total, isMine && leads ? {} : null);
  const whose: Record<string, string> = isMine && me !== null ? { assigneeId: me.id } : {};
  return (
    <ReadView of={read} shape="chart">
      {(work) => <WorkFigures work={work} whose={whose} weeks={isMine ? (weeks.data?.total ?? 0) : 0} />}
    </ReadView>
  );
}

interface WorkFiguresProps {
  work: WorkSummary;
  whose: Record<string, string>;
  /** The weeks of others that await the person’s approval. */
  weeks: number;
}

function WorkFigures({ work, whose, weeks }: WorkFiguresProps) {
  const { t } = useTranslation('tasks');
  const { byStatus, due } = work;
  const day = today();
  const dueIn = (range: { dueFrom?: string; dueTo?: string }) =>
    listLink('task', { ...whose, status: openTaskStatuses, ...range });
  return (
    <>
      <Figures
        figures={[
          {
            label: t('widget.overdue'),
            value: due.overdue,
            to: dueIn({ dueTo: daysAfter(day, -1) }),
            isBad: due.overdue > 0,
          },
          { label: t('widget.today'), value: due.today, to: dueIn({ dueFrom: day, dueTo: day }) },
          {
            label: t('widget.week'),
            value: due.week,
            to: dueIn({ dueFrom: daysAfter(day, 1), dueTo: daysAfter(day, 7) }),
          },
          { label: t('widget.later'), value: due.later, to: dueIn({ dueFrom: daysAfter(day, 8) }) },
          ...(weeks > 0
            ? [{ label: t('approvals.title'), value: weeks, to: listLink('timesheet_approval') }]
            : []),
        ]}
      />
      <BarChart
        label={t('widget.byStatus')}
        categories={byStatus.map(({ status }) => t(`status.${status}`))}
        series={[
          {
            label: t('widget.tasks'),
            tone: 'primary',
            values: byStatus.map(({ count }) => count),
            to: (index) => listLink('task', { ...whose, status: byStatus[index]?.status }),
          },
        ]}
      />
    </>
  );
}
