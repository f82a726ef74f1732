import Button from 'antd/es/button';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { recurringInvoices, type RecurringInvoice } from '@daybook/contracts/billing/recurring-invoices';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { ConfirmButton, ConfirmDialog } from '@daybook/shared/ui/confirm';
import { dateText } from '@daybook/shared/ui/date-text';
import { fieldOf } from '@daybook/shared/ui/field';
import { FormDialog } from '@daybook/shared/ui/form-dialog';
import { LinkButton } from '@daybook/shared/ui/link-button';
import { useRead } from '@daybook/shared/ui/use-read';
import { useSave } from '@daybook/shared/ui/use-save';
import { recurringInvoicesAddress, recurringTermsAddress } from '../common/addresses.ts';
import { MissedChoice } from './missed-choice.tsx';

const PauseField = fieldOf(recurringInvoices.pause);
const CancelField = fieldOf(recurringInvoices.cancel);
const ResumeField = fieldOf(recurringInvoices.resume);

type Step = 'run' | 'pause' | 'resume' | 'cancel';

interface StepProps {
  series: RecurringInvoice;
  onClose: () => void;
}

/** What can be done with a series, in the order of its life. */
export function SeriesActions({ series }: { series: RecurringInvoice }) {
  const { t } = useTranslation('billing');
  const mayEdit = useMay('recurring_invoices.edit');
  const mayRemove = useMay('recurring_invoices.delete');
  const [step, setStep] = useState<Step | null>(null);
  const { state, id } = series;
  const isOpen = state === 'active' || state === 'paused';
  const close = () => setStep(null);
  const Dialog = step === null ? null : dialogs[step];
  return (
    <>
      {mayEdit && state === 'paused' && (
        <Button type="primary" onClick={() => setStep('resume')}>
          {t('recurring.resume')}
        </Button>
      )}
      {mayEdit && isOpen && <LinkButton to={recurringTermsAddress(id)}>{t('edit')}</LinkButton>}
      {mayEdit && state === 'active' && (
        <>
          <Button onClick={() => setStep('run')}>{t('recurring.runNow')}</Button>
          <Button onClick={() => setStep('pause')}>{t('recurring.pause')}</Button>
        </>
      )}
      {mayRemove && isOpen && series.hasMade && (
        <Button danger onClick={() => setStep('cancel')}>
          {t('recurring.cancel')}
        </Button>
      )}
      {mayRemove && !series.hasMade && <RemoveButton series={series} />}
      {Dialog && <Dialog series={series} onClose={close} />}
    </>
  );
}

function RemoveButton({ series }: { series: RecurringInvoice }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const { save } = useSave(recurringInvoices.remove);
  const remove = async () => {
    await save({ id: series.id }, series.version);
    notify.success(t('remove.done'));
    await navigate(recurringInvoicesAddress);
  };
  return (
    <ConfirmButton
      danger
      question={t('recurring.removeQuestion', { title: series.title })}
      consequence={t('recurring.removeMeans')}
      verb={t('remove.verb')}
      run={remove}
    >
      {t('remove.verb')}
    </ConfirmButton>
  );
}

function RunDialog({ series, onClose }: StepProps) {
  const { t } = useTranslation('billing');
  const { save } = useSave(recurringInvoices.runNow);
  const run = async () => {
    await save({ id: series.id }, series.version);
    notify.success(t('recurring.made'));
  };
  return (
    <ConfirmDialog
      question={t('recurring.runQuestion', { date: series.nextOn === null ? '–' : dateText(series.nextOn) })}
      consequence={t(`recurring.runMeans.${series.mode}`)}
      verb={t('recurring.runNow')}
      isDangerous={false}
      run={run}
      onClose={onClose}
    />
  );
}

function PauseDialog({ series: { id, version, title }, onClose }: StepProps) {
  const { t } = useTranslation('billing');
  return (
    <FormDialog
      title={t('recurring.pauseTitle', { title })}
      endpoint={recurringInvoices.pause}
      fixed={{ id }}
      version={version}
      verb={t('recurring.pause')}
      onSaved={onClose}
      onClose={onClose}
    >
      <PauseField name="reason" label={t('reason')}>
        <Input.TextArea autoSize={{ minRows: 2 }} maxLength={500} />
      </PauseField>
    </FormDialog>
  );
}

function CancelDialog({ series: { id, version, title }, onClose }: StepProps) {
  const { t } = useTranslation('billing');
  return (
    <FormDialog
      title={t('recurring.cancelTitle', { title })}
      consequence={t('recurring.cancelMeans')}
      endpoint={recurringInvoices.cancel}
      fixed={{ id }}
      version={version}
      verb={t('recurring.cancel')}
      isDangerous
      onSaved={onClose}
      onClose={onClose}
    >
      <CancelField name="reason" label={t('reason')}>
        <Input.TextArea autoSize={{ minRows: 2 }} maxLength={500} />
      </CancelField>
    </FormDialog>
  );
}

/** What was missed meanwhile is made by choice; the rest is never made unasked. */
function ResumeDialog({ series: { id, version, title }, onClose }: StepProps) {
  const { t } = useTranslation('billing');
  const { data } = useRead(recurringInvoices.foreseen, { id });
  return (
    <FormDialog
      title={t('recurring.resumeTitle', { title })}
      consequence={t('recurring.resumeMeans')}
      endpoint={recurringInvoices.resume}
      initial={{ create: [] }}
      fixed={{ id }}
      version={version}
      verb={t('recurring.resume')}
      onSaved={onClose}
      onClose={onClose}
    >
      {data !== undefined && data.missed.length > 0 && (
        <ResumeField name="create" label={t('recurring.makeNow')}>
          <MissedChoice foresight={data} />
        </ResumeField>
      )}
    </FormDialog>
  );
}

const dialogs: Record<Step, typeof RunDialog> = {
  run: RunDialog,
  pause: PauseDialog,
  resume: ResumeDialog,
  cancel: CancelDialog,
};
