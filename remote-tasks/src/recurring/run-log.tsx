import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { taskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import type { SeriesRun } from '@daybook/contracts/recurrence/series-steps';
import { useMay } from '@daybook/shared/session';
import type { SteppedSeries } from '@daybook/shared/series/series-day-menu';
import { SeriesRuns } from '@daybook/shared/series/series-runs';
import { recordAddress } from '../common/addresses.ts';
import { TaskStatusTag } from '../common/task-status-tag.tsx';
import styles from './recurring.module.css';

/** The outcome of each period. */
export function RunLog({ series }: { series: SteppedSeries }) {
  const { t } = useTranslation('tasks');
  return <SeriesRuns series={series} outcome={t('series.outcome')} Made={Made} />;
}

function Made({ made }: Pick<SeriesRun, 'made'>) {
  const { t } = useTranslation('tasks');
  const mayOpen = useMay('tasks.view');
  if (made === null) return <span className={styles.quiet}>{t('series.gone')}</span>;
  const status = taskStatuses.find((one) => one === made.status);
  return (
    <>
      {mayOpen ? <Link to={recordAddress(made.id)}>{made.label}</Link> : <bdi>{made.label}</bdi>}{' '}
      {status !== undefined && <TaskStatusTag status={status} />}
    </>
  );
}
