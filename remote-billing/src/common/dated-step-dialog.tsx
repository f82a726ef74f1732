import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { LongText } from '@daybook/shared/inputs/long-text';

interface DatedStepProps<E extends Endpoint> {
  /** Names the step: "Void invoice 25-26/0042". */
  title: string;
  consequence?: string;
  endpoint: E;
  /** Input that nobody types. */
  fixed: Partial<InputOf<E>>;
  version?: number;
  verb: string;
  isDangerous?: boolean;
  /** False if the step posts nothing. */
  isDated?: boolean;
  dateLabel?: string;
  /** The message after saving. */
  done: (saved: OutputOf<E>) => string;
  onClose: () => void;
  /** Fields below the date and the reason. */
  children?: ReactNode;
}

/** A step that is posted on a day, such as a reversal. It asks for the date, and for the reason if the endpoint takes one. */
export function DatedStepDialog<E extends Endpoint>(props: DatedStepProps<E>) {
  const { endpoint, isDated = true, dateLabel, done, onClose, children, ...dialog } = props;
  const { t } = useTranslation('billing');
  const [Field] = useState(() => fieldOf<Endpoint>(endpoint));
  const date = 'voidDate' in endpoint.input.shape ? 'voidDate' : 'date';
  return (
    <FormDialog
      {...dialog}
      endpoint={endpoint}
      initial={(isDated ? { [date]: today() } : {}) as Partial<InputOf<E>>}
      onSaved={(saved) => {
        notify.success(done(saved));
        onClose();
      }}
      onClose={onClose}
    >
      {isDated && (
        <Field name={date} label={dateLabel ?? t('date')}>
          <DateInput />
        </Field>
      )}
      {'reason' in endpoint.input.shape && (
        <Field name="reason" label={t('reason')}>
          <LongText rows={[2, 8]} maxLength={500} />
        </Field>
      )}
      {children}
    </FormDialog>
  );
}
