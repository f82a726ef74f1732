import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import {
  recurringInvoices,
  type RecurringInvoice,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { withoutTokens } from '@daybook/contracts/recurrence/period';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { LinkButton } from '@daybook/shared/record/link-button';
import { MoreActions } from '@daybook/shared/list/more-actions';
import { useRead } from '@daybook/shared/read/use-read';
import { ResumeSeries, StopSeries } from '@daybook/shared/series/series-dialogs';
import { periodText } from '@daybook/shared/series/series-days';
import { SeriesMissed } from '@daybook/shared/series/series-missed';
import { useSave } from '@daybook/shared/form/use-save';
import { recurringInvoicesAddress, recurringTermsAddress } from '../common/addresses.ts';
import { missedText } from './preview-table.tsx';
import { stepped } from './stepped.ts';
import { useModes } from './use-modes.ts';

type Step = 'run' | 'pause' | 'resume' | 'cancel' | 'remove';

interface StepProps {
  series: RecurringInvoice;
  onClose: () => void;
}

/** The actions of a series, in the order of its life. */
export function SeriesActions({ series }: { series: RecurringInvoice }) {
  const { t } = useTranslation('billing');
  const mayEdit = useMay('recurring_invoices.edit');
  const mayRemove = useMay('recurring_invoices.delete');
  const modes = useModes();
  const [step, setStep] = useState<Step | null>(null);
  const { status, id } = series;
  const isOpen = status === 'active' || status === 'paused';
  const isOwn = series.subscription === null;
  const close = () => setStep(null);
  const Dialog = step === null ? null : dialogs[step];
  return (
    <>
      {mayEdit && status === 'paused' && series.subscription?.isPaused !== true && (
        <Button type="primary" onClick={() => setStep('resume')}>
          {t('series:resume')}
        </Button>
      )}
      {mayEdit && isOpen && isOwn && <LinkButton to={recurringTermsAddress(id)}>{t('edit')}</LinkButton>}
      {mayEdit && status === 'active' && (
        <>
          {modes.includes(series.mode) && (
            <Button onClick={() => setStep('run')}>{t('recurring.runNow')}</Button>
          )}
          <Button onClick={() => setStep('pause')}>{t('series:pause')}</Button>
        </>
      )}
      <MoreActions
        actions={[
          ...(mayRemove && isOpen && isOwn && series.hasMade
            ? [{ key: 'cancel', label: t('series:cancel'), begin: () => setStep('cancel') }]
            : []),
          ...(mayRemove && isOwn && !series.hasMade
            ? [{ key: 'remove', label: t('recurring.remove'), begin: () => setStep('remove') }]
            : []),
        ]}
      />
      {Dialog && <Dialog series={series} onClose={close} />}
    </>
  );
}

function RemoveDialog({ series, onClose }: StepProps) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const { save } = useSave(recurringInvoices.remove);
  const remove = async () => {
    await save({ id: series.id }, series.version);
    notify.success(t('recurring.removed'));
    await navigate(recurringInvoicesAddress);
  };
  return (
    <ConfirmDialog
      question={t('recurring.removeQuestion', { title: withoutTokens(series.title) })}
      consequence={t('recurring.removeMeans')}
      verb={t('recurring.remove')}
      run={remove}
      onClose={onClose}
    />
  );
}

function RunDialog({ series, onClose }: StepProps) {
  const { t } = useTranslation('billing');
  const { save } = useSave(recurringInvoices.runNow);
  const run = async () => {
    await save({ id: series.id }, series.version);
    notify.success(t('recurring.made'));
  };
  const { nextPeriod } = series;
  const period =
    nextPeriod === null ? '–' : periodText({ periodFrom: nextPeriod.from, periodTo: nextPeriod.to });
  return (
    <ConfirmDialog
      question={t('recurring.runQuestion', { period })}
      consequence={t(`recurring.runMeans.${series.mode}`)}
      verb={t('recurring.runNow')}
      isDangerous={false}
      run={run}
      onClose={onClose}
    />
  );
}

const PauseDialog = ({ series, onClose }: StepProps) => (
  <StopSeries series={stepped(series, true)} step="pause" onClose={onClose} />
);

function CancelDialog({ series, onClose }: StepProps) {
  const { t } = useTranslation('billing');
  return (
    <StopSeries
      series={stepped(series, true)}
      step="cancel"
      consequence={t('recurring.cancelMeans')}
      onClose={onClose}
    />
  );
}

function ResumeDialog({ series, onClose }: StepProps) {
  const { t } = useTranslation('billing');
  const modes = useModes();
  const { data } = useRead(recurringInvoices.upcomingInvoices, { id: series.id });
  return (
    <ResumeSeries
      series={stepped(series, true)}
      consequence={t('recurring.resumeMeans')}
      label={t('recurring.makeNow')}
      choice={
        data === undefined || data.missed.length === 0 || !modes.includes(series.mode) ? null : (
          <SeriesMissed of={data} textOf={missedText(data.currency)} />
        )
      }
      onClose={onClose}
    />
  );
}

const dialogs: Record<Step, typeof RunDialog> = {
  run: RunDialog,
  pause: PauseDialog,
  resume: ResumeDialog,
  cancel: CancelDialog,
  remove: RemoveDialog,
};
