import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { listPath } from '@daybook/contracts/entities';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { fieldOf } from '@daybook/shared/form/field';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { Lookup } from '@daybook/shared/inputs/lookup';

const Field = fieldOf(departments.create);

export default function AddDepartment() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('department.add')}
      endpoint={departments.create}
      backTo={listPath('department')}
      onSaved={() => void navigate(listPath('department'), { replace: true })}
    >
      <Field name="name" label={t('department.name')}>
        <Input maxLength={80} />
      </Field>
      <Field name="headId" label={t('department.head')}>
        <Lookup kind="person" />
      </Field>
    </FormScreen>
  );
}
