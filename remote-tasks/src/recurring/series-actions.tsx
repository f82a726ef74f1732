import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { recurringTasks, type RecurringTask } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { LinkButton } from '@daybook/shared/record/link-button';
import { MoreActions } from '@daybook/shared/list/more-actions';
import { ResumeSeries, StopSeries } from '@daybook/shared/series/series-dialogs';
import { SeriesMissed } from '@daybook/shared/series/series-missed';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { listAddress, termsAddress } from './addresses.ts';
import { missedText } from './series-preview.tsx';
import { stepped } from './stepped.ts';

interface PartProps {
  series: RecurringTask;
}

/** The actions of a series, in the order of its life. */
export function SeriesActions({ series }: PartProps) {
  const { t } = useTranslation('tasks');
  const mayEdit = useMay('recurring_tasks.edit');
  const mayRemove = useMay('recurring_tasks.delete');
  const [step, setStep] = useState<'pause' | 'resume' | 'cancel' | 'remove' | null>(null);
  const { status, id, hasRun } = series;
  const isOpen = status === 'active' || status === 'paused';
  const isOwn = series.subscription === null;
  const close = () => setStep(null);
  return (
    <>
      {mayEdit && status === 'paused' && series.subscription?.isPaused !== true && (
        <Button type="primary" onClick={() => setStep('resume')}>
          {t('series:resume')}
        </Button>
      )}
      {mayEdit && isOpen && <LinkButton to={termsAddress(id)}>{t('edit')}</LinkButton>}
      {mayEdit && status === 'active' && (
        <Button onClick={() => setStep('pause')}>{t('series:pause')}</Button>
      )}
      <MoreActions
        actions={[
          ...(mayRemove && isOpen && isOwn && hasRun
            ? [{ key: 'cancel', label: t('series:cancel'), begin: () => setStep('cancel') }]
            : []),
          ...(mayRemove && isOwn && !hasRun
            ? [{ key: 'remove', label: t('remove'), begin: () => setStep('remove') }]
            : []),
        ]}
      />
      {step === 'remove' && <RemoveDialog series={series} onClose={close} />}
      {step === 'resume' && <ResumeDialog series={series} onClose={close} />}
      {(step === 'pause' || step === 'cancel') && (
        <StopSeries
          series={stepped(series, true)}
          step={step}
          {...(step === 'cancel' && { consequence: t('series.cancelMeans') })}
          onClose={close}
        />
      )}
    </>
  );
}

function RemoveDialog({ series: { id, version, title }, onClose }: PartProps & { onClose: () => void }) {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const { save } = useSave(recurringTasks.remove);
  const remove = async () => {
    await save({ id }, version);
    notify.success(t('series.removed', { title }));
    await navigate(listAddress);
  };
  return (
    <ConfirmDialog
      question={t('series.removeQuestion', { title })}
      consequence={t('series.removeMeans')}
      verb={t('remove')}
      run={remove}
      onClose={onClose}
    />
  );
}

function ResumeDialog({ series, onClose }: PartProps & { onClose: () => void }) {
  const { t } = useTranslation('tasks');
  const { data } = useRead(recurringTasks.upcoming, { id: series.id });
  return (
    <ResumeSeries
      series={stepped(series, true)}
      consequence={t('series.resumeMeans')}
      label={t('series.makeNow')}
      choice={
        data === undefined || data.missed.length === 0 ? null : <SeriesMissed of={data} textOf={missedText} />
      }
      onClose={onClose}
    />
  );
}
