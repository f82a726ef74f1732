import { useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldOf } from '../form/field.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import type { SteppedSeries } from './series-day-menu.tsx';
import { LongText } from '../inputs/long-text.tsx';

interface DialogProps {
  series: SteppedSeries;
  onClose: () => void;
}

interface StopProps extends DialogProps {
  step: 'pause' | 'cancel';
  /** What the step means for the tasks or invoices of the series. */
  consequence?: string;
}

/** Pauses a series or ends it. */
export function StopSeries({ series: { id, version, title, steps }, step, consequence, onClose }: StopProps) {
  const { t } = useTranslation('series');
  const [Field] = useState(() => fieldOf(steps[step]));
  return (
    <FormDialog
      title={t(`${step}Title`, { title })}
      consequence={consequence}
      endpoint={steps[step]}
      fixed={{ id }}
      version={version}
      verb={t(step)}
      isDangerous={step === 'cancel'}
      onSaved={onClose}
      onClose={onClose}
    >
      <Field name="reason" label={t('reasonOf')}>
        <LongText rows={[2]} maxLength={500} />
      </Field>
    </FormDialog>
  );
}

interface ResumeProps extends DialogProps {
  consequence: string;
  /** The label of the missed periods, if there are any. */
  label: string;
  /** The choice among the missed periods; null if there are none. */
  choice: ReactElement | null;
}

/** Resumes a series. The person chooses which missed periods to create; the others are never created automatically. */
export function ResumeSeries({ series, consequence, label, choice, onClose }: ResumeProps) {
  const { id, version, title, steps } = series;
  const { t } = useTranslation('series');
  const [Field] = useState(() => fieldOf(steps.resume));
  return (
    <FormDialog
      title={t('resumeTitle', { title })}
      consequence={consequence}
      endpoint={steps.resume}
      initial={{ create: [] }}
      fixed={{ id }}
      version={version}
      verb={t('resume')}
      onSaved={onClose}
      onClose={onClose}
    >
      {choice !== null && (
        <Field name="create" label={label}>
          {choice}
        </Field>
      )}
    </FormDialog>
  );
}
