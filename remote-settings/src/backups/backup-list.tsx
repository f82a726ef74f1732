import Button from 'antd/es/button';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  backupKinds,
  backups,
  backupStatuses,
  testStatuses,
  type Backup,
  type BackupState,
  type TestStatus,
} from '@daybook/contracts/settings/backups/backups';
import { barFilters, rangeFilter } from '@daybook/shared/list/bar-filters';
import {
  absent,
  actionsColumn,
  statusColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { MoreActions } from '@daybook/shared/list/more-actions';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { useLiveRead, type Read } from '@daybook/shared/read/use-read';
import { countText } from '@daybook/shared/record/count-text';
import { InstantText } from '@daybook/shared/record/date-text';
import { FileSize } from '@daybook/shared/record/file-size';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';
import { HeldWorkList } from './held-work-list.tsx';
import { SafetyNote } from './safety-note.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useRequests } from './use-requests.ts';
import styles from './backups.module.css';

type Listed = ReturnType<typeof useList<typeof backups>>;

const tones: Record<Backup['status'], Tone> = {
  waiting: 'waiting',
  running: 'info',
  done: 'done',
  failed: 'overdue',
};
const testTones: Record<TestStatus, Tone> = { ...tones, restored: 'done', read: 'done', compared: 'done' };

/** Why it failed; what nobody foresaw also in the words of the system, which the text refers to. */
function Reason({ fault, detail }: Pick<Backup, 'fault' | 'detail'>) {
  const { t } = useTranslation('settings');
  if (fault === null) return null;
  return (
    <span className={styles.file}>
      {t(`backup.faults.${fault}`)}
      {fault === 'UNEXPECTED' && detail !== null && <bdi className={styles.detail}>{detail}</bdi>}
    </span>
  );
}

/** The file, or why there is none. */
function FileOf({ backup: { folder, file, fault, detail, status } }: { backup: Backup }) {
  return (
    <span className={styles.file}>
      {file !== null && status === 'done' && (
        <bdi dir="ltr" title={folder ?? ''}>
          {file}
        </bdi>
      )}
      <Reason fault={fault} detail={detail} />
    </span>
  );
}

function Test({ backup: { test, testAt, testFault, testDetail } }: { backup: Backup }) {
  const { t } = useTranslation('settings');
  if (test === null) return absent;
  const isDone = test !== 'waiting' && test !== 'running';
  return (
    <span className={styles.test}>
      <StatusTag tone={testTones[test]}>{t(`backup.tests.${test}`)}</StatusTag>
      {isDone && testAt !== null && <InstantText at={testAt} />}
      {test === 'failed' && <Reason fault={testFault} detail={testDetail} />}
    </span>
  );
}

/** A backup whose file is there can be tested. */
const isThere = ({ status, removedAt }: Backup): boolean => status === 'done' && removedAt === null;

function useColumns(test: (id: string) => void): ColumnsOf<typeof backups> {
  const { t } = useTranslation('settings');
  return [
    {
      title: t('backup.at'),
      sort: 'at',
      isHeading: true,
      width: 165,
      render: ({ at }) => <InstantText at={at} />,
    },
    statusColumn(t('backup.status'), ({ status, removedAt }) =>
      removedAt === null
        ? { tone: tones[status], label: t(`backup.statuses.${status}`) }
        : { tone: 'draft', label: t('backup.removed') },
    ),
    textColumn(
      t('backup.kind'),
      ({ kind, by }) => (by === null ? t(`backup.kinds.${kind}`) : `${t(`backup.kinds.${kind}`)} · ${by}`),
      { name: 'kind', isShort: true, width: 130 },
    ),
    { title: t('backup.file'), width: 230, render: (backup) => <FileOf backup={backup} /> },
    {
      title: t('backup.bytes'),
      name: 'bytes',
      align: 'end',
      width: 90,
      render: ({ bytes }) => (bytes === null ? absent : <FileSize bytes={bytes} />),
    },
    {
      title: t('backup.rows'),
      name: 'rows',
      align: 'end',
      width: 90,
      render: ({ rows }) => (rows === null ? absent : countText(rows)),
    },
    {
      title: t('backup.seconds'),
      name: 'seconds',
      isHidden: true,
      align: 'end',
      width: 90,
      render: ({ seconds }) => (seconds === null ? absent : countText(seconds)),
    },
    textColumn(t('backup.head'), ({ auditHash }) => auditHash, {
      name: 'head',
      isHidden: true,
      isShort: true,
    }),
    { title: t('backup.test'), width: 200, render: (backup) => <Test backup={backup} /> },
    actionsColumn(t('actions'), (backup) =>
      isThere(backup) ? (
        <MoreActions
          actions={[
            { key: 'test', label: t('backup.testRestore'), begin: () => test(backup.id), isHarmless: true },
          ]}
        />
      ) : null,
    ),
  ];
}

function Filters({ list }: { list: Listed }) {
  const { t } = useTranslation('settings');
  const { choice } = barFilters(list);
  return (
    <FilterBar
      list={list}
      filters={[
        choice(
          'status',
          t('backup.status'),
          backupStatuses.map((value) => ({ value, label: t(`backup.statuses.${value}`) })),
        ),
        choice(
          'kind',
          t('backup.kind'),
          backupKinds.map((value) => ({ value, label: t(`backup.kinds.${value}`) })),
        ),
        choice(
          'test',
          t('backup.test'),
          testStatuses.map((value) => ({ value, label: t(`backup.tests.${value}`) })),
        ),
        rangeFilter(list, t('backup.at')),
      ]}
    />
  );
}

const goesOn = ({ isRunning, isTesting }: BackupState): boolean => isRunning || isTesting;

/** What ends in the background changes the rows. */
function useFollowed(state: BackupState | undefined, retry: () => void): void {
  const before = useRef('');
  const now = state === undefined ? '' : `${state.isRunning} ${state.isTesting}`;
  useEffect(() => {
    if (before.current !== '' && before.current !== now) retry();
    before.current = now;
  }, [now, retry]);
}

/** Nobody takes a note that is missing for a firm that is safe. */
function Safety({ read, onSchedule }: { read: Read<BackupState>; onSchedule: () => void }) {
  if (read.data !== undefined) return <SafetyNote state={read.data} onSchedule={onSchedule} />;
  // Its place, so that the list below does not move.
  if (read.error === null) return <div className={styles.place} />;
  return <ErrorBox error={read.error} onRetry={read.retry} />;
}

/** Whether the firm is safe, and all backups. */
export default function BackupList() {
  const { t } = useTranslation('settings');
  const list = useList(backups);
  const read = useLiveRead(backups.state, {}, goesOn);
  const state = read.data;
  const { run, test, isRequesting } = useRequests();
  const [isScheduling, setScheduling] = useState(false);
  const columns = useColumnChoice('backup', list, useColumns(test));
  useFollowed(state, list.retry);
  return (
    <>
      <ListScreen
        title={t('backup.title')}
        list={list}
        search={t('backup.search')}
        about={
          <>
            <HeldWorkList />
            <Safety read={read} onSchedule={() => setScheduling(true)} />
          </>
        }
        filterBar={<Filters list={list} />}
        columns={columns}
        empty={t('backup.empty')}
        primary={
          <Button type="primary" loading={isRequesting || state?.isRunning === true} onClick={run}>
            {t('backup.run')}
          </Button>
        }
      >
        <DataTable label={t('backup.title')} list={list} columns={columns.columns} />
      </ListScreen>
      {isScheduling && <ScheduleDialog onClose={() => setScheduling(false)} />}
    </>
  );
}
