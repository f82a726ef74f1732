import { useTranslation } from 'react-i18next';
import { followUps, type FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import type { FieldControl } from '@daybook/shared/inputs/typed-input';
import { notify } from '@daybook/shared/notify';
import { useRead } from '@daybook/shared/read/use-read';
import { LongText } from '@daybook/shared/inputs/long-text';
import type { StepProps } from './steps.ts';

const Field = fieldOf(followUps.handOn);

/** Makes another person responsible for the follow-up of a client, or again its relationship manager. */
export function HandOnDialog({ basis, onDone, onClose }: StepProps & { basis: FollowUpBasis }) {
  const { t } = useTranslation('billing');
  const { client, responsible, isHandedOn } = basis;
  return (
    <FormDialog
      title={t('followUp.handOnOf', { client: client.label })}
      consequence={t('followUp.nowResponsible', { name: responsible.label })}
      endpoint={followUps.handOn}
      initial={{ toId: isHandedOn ? responsible.id : null }}
      fixed={{ id: client.id }}
      verb={t('followUp.handOn')}
      onSaved={(saved) => {
        notify.success(t('followUp.handOnDone', { client: client.label, name: saved.responsible.label }));
        onDone();
      }}
      onClose={onClose}
    >
      <Field name="toId" label={t('followUp.responsible')}>
        <Receiver clientId={client.id} />
      </Field>
      <Field name="note" label={t('followUp.note')}>
        <LongText rows={[2, 8]} maxLength={500} />
      </Field>
    </FormDialog>
  );
}

interface ReceiverProps extends FieldControl<string | null> {
  clientId: string;
  id?: string;
}

function Receiver({ clientId, value, onChange, ...rest }: ReceiverProps) {
  const { t } = useTranslation('billing');
  const { data = [] } = useRead(followUps.receivers, { id: clientId });
  return (
    <ClearableSelect<string | undefined>
      {...rest}
      value={value ?? undefined}
      onChange={(id) => onChange?.(id ?? null)}
      placeholder={t('followUp.manager')}
      showSearch={{ optionFilterProp: 'label' }}
      options={data.map(({ id, label }) => ({ value: id, label }))}
    />
  );
}
