import Button from 'antd/es/button';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeriesRun } from '@daybook/contracts/recurrence/series-steps';
import { notify } from '@daybook/shared/notify';
import { DateText } from '../record/date-text.tsx';
import { ErrorBox } from '../read/error-box.tsx';
import { StatusTag } from '../record/status-tag.tsx';
import { usePages } from '../list/use-pages.tsx';
import { useSave } from '../form/use-save.tsx';
import type { SteppedSeries } from './series-day-menu.tsx';
import { periodText } from './series-days.tsx';
import styles from './series.module.css';

/** Reasons with a code of the server; a person wrote all others. */
const ownReasons: ReadonlySet<string> = new Set([
  'NOT_WANTED',
  'MISSED',
  'GOES_ON',
  'PAUSED',
  'DUPLICATE_PERIOD_TASK',
]);

interface RunsProps {
  series: SteppedSeries;
  /** The heading of the column with what was created. */
  outcome: string;
  /** Shows what was created with a link; null if it has been deleted. */
  Made: ComponentType<Pick<SeriesRun, 'made'>>;
}

/** The runs of a series, last first. Failed and skipped periods can be created. */
export function SeriesRuns({ series, outcome, Made }: RunsProps) {
  const { t } = useTranslation('series');
  const { rows, isLoading, error, hasMore, more } = usePages(series.steps.runs, { id: series.id });
  if (error !== null) return <ErrorBox error={error} />;
  if (!isLoading && rows.length === 0) return <p className={styles.quiet}>{t('noRuns')}</p>;
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={t('runs')}>
          <thead>
            <tr>
              <th scope="col">{t('period')}</th>
              <th scope="col">{t('result')}</th>
              <th scope="col">{outcome}</th>
              {series.mayEdit && <th scope="col">{t('steps')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((run) => (
              <tr key={run.nominal}>
                <td>
                  {periodText(run)}
                  <div className={styles.quiet}>
                    <DateText date={run.due} />
                  </div>
                </td>
                <td>
                  <RunStatus run={run} />
                </td>
                <td>
                  <Outcome run={run} Made={Made} />
                </td>
                {series.mayEdit && (
                  <td>
                    <MakeButton series={series} run={run} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hasMore && <Button onClick={more}>{t('earlier')}</Button>}
    </>
  );
}

const tones = { created: 'done', skipped: 'draft', failed: 'overdue' } as const;

function RunStatus({ run: { status, attempts } }: { run: SeriesRun }) {
  const { t } = useTranslation('series');
  return (
    <>
      <StatusTag tone={tones[status]}>{t(`run.${status}`)}</StatusTag>
      {status === 'failed' && <div className={styles.quiet}>{t('attempts', { count: attempts })}</div>}
    </>
  );
}

function Outcome({ run: { made, reason, error }, Made }: Pick<RunsProps, 'Made'> & { run: SeriesRun }) {
  const { t } = useTranslation('series');
  if (error !== null) return <span className={styles.failed}>{error.message}</span>;
  if (reason !== null) return <bdi>{ownReasons.has(reason) ? t(`reason.${reason}`) : reason}</bdi>;
  return <Made made={made} />;
}

function MakeButton({ series: { steps, id, version }, run }: { series: SteppedSeries; run: SeriesRun }) {
  const { t } = useTranslation('series');
  const { save, isSaving } = useSave(steps.make);
  const [refusal, setRefusal] = useState<unknown>(null);
  if (run.status === 'created' || run.reason === 'GOES_ON') return null;
  const make = async () => {
    try {
      await save({ id, nominal: run.nominal }, version);
      setRefusal(null);
      notify.success(t('made'));
    } catch (error) {
      setRefusal(error);
    }
  };
  return (
    <>
      <Button size="small" loading={isSaving} onClick={() => void make()}>
        {run.status === 'failed' ? t('retry') : t('make')}
      </Button>
      {refusal !== null && <ErrorBox error={refusal} />}
    </>
  );
}
