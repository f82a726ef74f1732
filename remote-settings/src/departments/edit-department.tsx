import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { listPath } from '@daybook/contracts/entities';
import { departments, type Department } from '@daybook/contracts/settings/departments/departments';
import { fieldOf } from '@daybook/shared/form/field';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { ActiveField } from '../active-field.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { Beside } from '../beside.tsx';
import { MasterHistory } from '../master-history.tsx';

const Field = fieldOf(departments.edit);

const valuesOf = ({ name, head, active }: Department) => ({ name, headId: head?.id ?? null, active });

const historyFields = {
  name: 'department.name',
  head: 'department.head',
  active: 'active',
};

export default function EditDepartment() {
  const { t } = useTranslation('settings');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const read = useRead(departments.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(department) => (
        <Beside panels={<MasterHistory kind="department" id={id} fields={historyFields} />}>
          <FormScreen
            title={t('department.edit', { name: department.name })}
            endpoint={departments.edit}
            initial={valuesOf(department)}
            fixed={{ id }}
            version={department.version}
            valuesOf={valuesOf}
            backTo={listPath('department')}
            onSaved={() => void navigate(listPath('department'))}
            extraActions={
              <DeleteButton
                endpoint={departments.remove}
                record={department}
                consequence={t('department.deleteConsequence')}
                backTo={listPath('department')}
              />
            }
          >
            <Field name="name" label={t('department.name')}>
              <Input maxLength={80} />
            </Field>
            <Field name="headId" label={t('department.head')}>
              <Lookup kind="person" />
            </Field>
            <ActiveField hint={t('department.activeHint')} />
          </FormScreen>
        </Beside>
      )}
    </ReadView>
  );
}
