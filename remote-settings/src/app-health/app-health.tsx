import Alert from 'antd/es/alert';
import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { auditChain } from '@daybook/contracts/audit-log/audit-log';
import { listPath } from '@daybook/contracts/entities';
import { remoteLoadDays, remoteLoads, type RemoteLoadSummary } from '@daybook/contracts/remote-loads';
import { backups } from '@daybook/contracts/settings/backups/backups';
import type { Column } from '@daybook/shared/list/columns';
import { countText } from '@daybook/shared/record/count-text';
import { DataTable } from '@daybook/shared/list/data-table';
import { InstantText } from '@daybook/shared/record/date-text';
import { useMayOpen } from '@daybook/shared/may-open';
import { onePage } from '@daybook/shared/list/one-page';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { UnsealedAlarm } from '../unsealed-alarm.tsx';
import { milliseconds } from './milliseconds.ts';
import styles from './app-health.module.css';

type Row = RemoteLoadSummary & { id: string };
type Days = (typeof remoteLoadDays)[number];

const figure = (title: string, of: (row: Row) => string): Column<Row> => ({
  title,
  align: 'end',
  width: 110,
  render: of,
});

function useColumns(): Column<Row>[] {
  const { t } = useTranslation('settings');
  return [
    {
      title: t('health.part'),
      isHeading: true,
      render: ({ remote }) => t(`health.remote.${remote}`, { defaultValue: remote }),
    },
    { title: t('health.version'), render: ({ version }) => <bdi>{version}</bdi> },
    figure(t('health.loaded'), ({ loaded }) => countText(loaded)),
    figure(t('health.median'), ({ medianMs }) => milliseconds(medianMs)),
    figure(t('health.slow'), ({ slowMs }) => milliseconds(slowMs)),
    figure(t('health.rolledBack'), ({ rolledBack }) => countText(rolledBack)),
    figure(t('health.failed'), ({ failed }) => countText(failed)),
    {
      title: t('health.codes'),
      render: ({ codes }) => (
        <bdi>{codes.map(({ code, count }) => `${code} × ${countText(count)}`).join(', ') || '–'}</bdi>
      ),
    },
    { title: t('health.lastAt'), width: 160, render: ({ lastAt }) => <InstantText at={lastAt} /> },
  ];
}

/** The audit log is for admins alone. */
function LogAlarm() {
  const { data } = useRead(auditChain.open, {});
  return <UnsealedAlarm since={data?.unsealedSince ?? null} />;
}

/** Whether there is a recent backup, for admins alone. */
function BackupAlarm() {
  const { t } = useTranslation('settings');
  const { data } = useRead(backups.state, {});
  if (data?.verdict !== 'overdue') return null;
  return (
    <Alert
      type="error"
      showIcon
      title={t('backup.verdicts.overdue')}
      action={<Link to={listPath('backup')}>{t('backup.title')}</Link>}
    />
  );
}

/** How reliably the parts of Daybook load in people's browsers, by version. It shows whether a release works. */
export default function AppHealth() {
  const { t } = useTranslation('settings');
  const [days, setDays] = useState<Days>('7');
  const read = useRead(remoteLoads.summary, { days });
  const columns = useColumns();
  const mayOpen = useMayOpen();
  return (
    <section aria-labelledby="health-title" className={styles.screen}>
      <h1 id="health-title" className={styles.title}>
        {t('health.title')}
      </h1>
      <p className={styles.about}>{t('health.about')}</p>
      {mayOpen('admin') && (
        <>
          <LogAlarm />
          <BackupAlarm />
        </>
      )}
      <Segmented
        className={styles.period ?? ''}
        aria-label={t('health.period')}
        value={days}
        onChange={setDays}
        options={remoteLoadDays.map((value) => ({
          value,
          label: t('health.days', { count: Number(value) }),
        }))}
      />
      <ReadView of={read} shape="list">
        {({ rows }) =>
          rows.length === 0 ? (
            <p>{t('health.none')}</p>
          ) : (
            <DataTable
              label={t('health.title')}
              columns={columns}
              list={onePage(rows.map((row) => ({ ...row, id: `${row.remote}/${row.version}` })))}
            />
          )
        }
      </ReadView>
    </section>
  );
}
