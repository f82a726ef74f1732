import Input from 'antd/es/input';
import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { departments, type Department } from '@daybook/contracts/settings/departments/departments';
import { notify } from '@daybook/shared/notify';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { fieldOf } from '@daybook/shared/form/field';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { listAddress } from './addresses.ts';

const Field = fieldOf(departments.edit);

const valuesOf = ({ name, head, active }: Department) => ({ name, headId: head?.id ?? null, active });

export default function EditDepartment() {
  const { t } = useTranslation('settings');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const read = useRead(departments.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(department) => (
        <FormScreen
          title={t('department.edit', { name: department.name })}
          endpoint={departments.edit}
          initial={valuesOf(department)}
          fixed={{ id }}
          version={department.version}
          valuesOf={valuesOf}
          backTo={listAddress}
          onSaved={() => void navigate(listAddress)}
          extraActions={<DeleteDepartment department={department} />}
        >
          <Field name="name" label={t('department.name')}>
            <Input maxLength={80} />
          </Field>
          <Field name="headId" label={t('department.head')}>
            <Lookup kind="users" />
          </Field>
          <Field name="active" label={t('active')} hint={t('department.activeHint')} valueProp="checked">
            <Switch />
          </Field>
        </FormScreen>
      )}
    </ReadView>
  );
}

function DeleteDepartment({ department: { id, version, name } }: { department: Department }) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const { save } = useSave(departments.remove);
  return (
    <ConfirmButton
      danger
      question={t('department.deleteQuestion', { name })}
      consequence={t('department.deleteConsequence')}
      verb={t('delete')}
      run={async () => {
        await save({ id }, version);
        notify.success(t('department.deleted', { name }));
        void navigate(listAddress);
      }}
    >
      {t('delete')}
    </ConfirmButton>
  );
}
