import Form from 'antd/es/form';
import Radio from 'antd/es/radio';
import { useTranslation } from 'react-i18next';
import { followUps, type FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { reminderModes } from '@daybook/contracts/reminders';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { notify } from '@daybook/shared/notify';
import { LongText } from '@daybook/shared/inputs/long-text';
import type { StepProps } from './steps.ts';

const Field = fieldOf(followUps.pause);

/** Pauses reminders to a client, or for one of its invoices, until a day; or switches them off or on. */
export function PauseDialog({ basis, onDone, onClose }: StepProps & { basis: FollowUpBasis }) {
  const { t } = useTranslation('billing');
  const { client, reminders, invoices } = basis;
  return (
    <FormDialog
      title={t('followUp.pauseOf', { client: client.label })}
      endpoint={followUps.pause}
      initial={{ reminders: 'paused', remindersPausedUntil: reminders.remindersPausedUntil }}
      fixed={{ id: client.id }}
      verb={t('followUp.pauseVerb')}
      onSaved={() => {
        notify.success(t('followUp.pauseDone', { client: client.label }));
        onDone();
      }}
      onClose={onClose}
    >
      <Field name="reminders" label={t('field.reminders')}>
        <Radio.Group
          options={reminderModes.map((value) => ({ value, label: t(`followUp.reminders.${value}`) }))}
        />
      </Field>
      <Form.Item noStyle dependencies={['reminders']}>
        {({ getFieldValue }) =>
          getFieldValue('reminders') === 'paused' && (
            <Field name="remindersPausedUntil" label={t('field.remindersPausedUntil')}>
              <DateInput />
            </Field>
          )
        }
      </Form.Item>
      {invoices.length > 0 && (
        <Field name="invoiceId" label={t('followUp.onlyInvoice')}>
          <ClearableSelect
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('followUp.allInvoices')}
            options={invoices.map(({ id, number }) => ({ value: id, label: number }))}
          />
        </Field>
      )}
      <Field name="note" label={t('followUp.note')}>
        <LongText rows={[2, 8]} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
