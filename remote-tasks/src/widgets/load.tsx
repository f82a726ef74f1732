import { useTranslation } from 'react-i18next';
import { dashboards } from '@daybook/contracts/dashboards';
import { openTaskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import { listLink } from '@daybook/shared/list-link';
import { today } from '@daybook/shared/today';
import { BarChart } from '@daybook/shared/charts/bar-chart';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { daysAfter } from '../common/days.ts';

/** How much open work each person has, and how much of it is overdue. */
export default function Load() {
  const { t } = useTranslation('tasks');
  const day = today();
  const read = useRead(dashboards.load, { today: day });
  return (
    <ReadView of={read} shape="chart">
      {({ rows }) => {
        if (rows.length === 0) return <p>{t('widget.noLoad')}</p>;
        const of = (index: number, range: object) =>
          listLink('task', { assigneeId: rows[index]?.person.id, status: openTaskStatuses, ...range });
        return (
          <BarChart
            label={t('widget.loadLabel')}
            isLying
            categories={rows.map(({ person }) => person.label)}
            series={[
              {
                label: t('widget.open'),
                tone: 'primary',
                values: rows.map(({ open }) => open),
                to: (index) => of(index, {}),
              },
              {
                label: t('widget.overdue'),
                tone: 'error',
                values: rows.map(({ overdue }) => overdue),
                to: (index) => of(index, { dueTo: daysAfter(day, -1) }),
              },
            ]}
          />
        );
      }}
    </ReadView>
  );
}
