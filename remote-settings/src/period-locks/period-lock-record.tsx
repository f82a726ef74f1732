import Button from 'antd/es/button';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  periodLocks,
  type PeriodException,
  type PeriodLock,
  type PeriodLockMove,
} from '@daybook/contracts/settings/period-locks/period-locks';
import { notify } from '@daybook/shared/notify';
import {
  actionsColumn,
  dateColumn,
  statusColumn,
  textColumn,
  type Column,
} from '@daybook/shared/list/columns';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { DataTable } from '@daybook/shared/list/data-table';
import { InstantText, dateText } from '@daybook/shared/record/date-text';
import { onePage } from '@daybook/shared/list/one-page';
import { ReadView } from '@daybook/shared/read/read-view';
import { RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { ExceptDialog, LiftDialog, LockDialog } from './period-lock-dialogs.tsx';

interface PeriodLockRecordProps {
  entityId: string;
  /** The control that chooses the billing entity. */
  choice: ReactNode;
}

/** The closing date of one billing entity, its exceptions, and its history. */
export function PeriodLockRecord({ entityId, choice }: PeriodLockRecordProps) {
  const read = useRead(periodLocks.open, { id: entityId });
  return <ReadView of={read}>{(lock) => <Shown lock={lock} choice={choice} />}</ReadView>;
}

function Shown({ lock, choice }: { lock: PeriodLock; choice: ReactNode }) {
  const { t } = useTranslation('settings');
  const [asked, setAsked] = useState<'lock' | 'lift' | 'except' | null>(null);
  const close = () => setAsked(null);
  const { lockedUntil, exceptions, history } = lock;
  return (
    <RecordScreen
      title={t('periodLock.title')}
      status={
        lockedUntil === null ? (
          <StatusTag tone="draft">{t('periodLock.open')}</StatusTag>
        ) : (
          <StatusTag tone="done">{t('periodLock.until', { until: dateText(lockedUntil) })}</StatusTag>
        )
      }
      summary={choice}
      actions={
        <>
          <Button type="primary" onClick={() => setAsked('lock')}>
            {t(lockedUntil === null ? 'periodLock.set' : 'periodLock.move')}
          </Button>
          {lockedUntil !== null && (
            <Button danger onClick={() => setAsked('lift')}>
              {t('periodLock.lift')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('periodLock.about')}</p>
      <RecordSection
        title={t('periodLock.exceptions')}
        extra={<Button onClick={() => setAsked('except')}>{t('periodLock.except')}</Button>}
      >
        {exceptions.length === 0 ? (
          <p>{t('periodLock.noException')}</p>
        ) : (
          <Exceptions entityId={lock.entity.id} exceptions={exceptions} />
        )}
      </RecordSection>
      <RecordSection title={t('periodLock.history')}>
        {history.length === 0 ? <p>{t('periodLock.neverLocked')}</p> : <Moves history={history} />}
      </RecordSection>
      {asked === 'lock' && <LockDialog lock={lock} onClose={close} />}
      {asked === 'lift' && <LiftDialog lock={lock} onClose={close} />}
      {asked === 'except' && <ExceptDialog lock={lock} onClose={close} />}
    </RecordScreen>
  );
}

function Exceptions({ entityId, exceptions }: { entityId: string; exceptions: readonly PeriodException[] }) {
  const { t } = useTranslation('settings');
  const { save } = useSave(periodLocks.withdraw);
  const columns: Column<PeriodException>[] = [
    { ...textColumn(t('periodLock.person'), ({ user }) => user.label), isHeading: true },
    statusColumn(t('status'), ({ isInForce }) =>
      isInForce
        ? { tone: 'waiting', label: t('periodLock.inForce') }
        : { tone: 'draft', label: t('periodLock.over') },
    ),
    dateColumn(t('periodLock.lastDay'), ({ until }) => until),
    textColumn(t('periodLock.reason'), ({ reason }) => reason),
    textColumn(t('periodLock.by'), ({ by }) => by, { isShort: true }),
    actionsColumn(t('actions'), ({ id, user, isInForce }) =>
      isInForce ? (
        <ConfirmButton
          danger
          question={t('periodLock.withdrawQuestion', { name: user.label })}
          consequence={t('periodLock.withdrawMeans')}
          verb={t('periodLock.withdraw')}
          run={async () => {
            await save({ id: entityId, exceptionId: id });
            notify.success(t('periodLock.withdrawn', { name: user.label }));
          }}
        >
          {t('periodLock.withdraw')}
        </ConfirmButton>
      ) : null,
    ),
  ];
  return <DataTable label={t('periodLock.exceptions')} columns={columns} list={onePage(exceptions)} />;
}

function Moves({ history }: { history: readonly PeriodLockMove[] }) {
  const { t } = useTranslation('settings');
  const columns: Column<PeriodLockMove>[] = [
    {
      title: t('periodLock.what'),
      isHeading: true,
      render: ({ lockedUntil }) =>
        lockedUntil === null
          ? t('periodLock.lifted')
          : t('periodLock.until', { until: dateText(lockedUntil) }),
    },
    { title: t('periodLock.at'), width: 160, render: ({ at }) => <InstantText at={at} /> },
    textColumn(t('periodLock.by'), ({ by }) => by, { isShort: true }),
    textColumn(t('periodLock.reason'), ({ reason }) => reason),
  ];
  return <DataTable label={t('periodLock.history')} columns={columns} list={onePage(history)} />;
}
