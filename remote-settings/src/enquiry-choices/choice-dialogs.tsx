import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { enquirySources } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { ActiveField } from '../active-field.tsx';
import type { Choice, ChoiceEndpoints } from './choice-list.tsx';

// Both lists have the same fields.
const Field = fieldOf(enquirySources.edit);

interface AddChoiceProps {
  title: string;
  endpoints: ChoiceEndpoints;
  onClose: () => void;
}

export function AddChoice({ title, endpoints, onClose }: AddChoiceProps) {
  const { t } = useTranslation('settings');
  return (
    <FormDialog
      title={t('choice.addTo', { list: title })}
      verb={t('choice.add')}
      endpoint={endpoints.create}
      onSaved={onClose}
      onClose={onClose}
    >
      <Field name="name" label={t('choice.name')} isRequired>
        <Input maxLength={80} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

interface EditChoiceProps {
  choice: Choice;
  name: string;
  endpoints: ChoiceEndpoints;
  onClose: () => void;
}

/** Renames or deactivates an entry. A usual entry without a name stays translated. */
export function EditChoice({ choice, name, endpoints, onClose }: EditChoiceProps) {
  const { t } = useTranslation('settings');
  const isUsual = choice.usual !== null;
  return (
    <FormDialog
      title={t('choice.edit', { name })}
      verb={t('choice.save')}
      endpoint={endpoints.edit}
      initial={{ name: choice.name, active: choice.active }}
      fixed={{ id: choice.id }}
      version={choice.version}
      onSaved={onClose}
      onClose={onClose}
    >
      <Field
        name="name"
        label={t('choice.name')}
        isRequired={!isUsual}
        {...(isUsual && { hint: t('choice.usualHint') })}
      >
        <Input maxLength={80} autoComplete="off" {...(isUsual && { placeholder: name })} />
      </Field>
      <ActiveField hint={t('choice.activeHint')} />
    </FormDialog>
  );
}
