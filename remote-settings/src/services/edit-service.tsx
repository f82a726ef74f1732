import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { services, type Service } from '@daybook/contracts/settings/services/services';
import { notify } from '@daybook/shared/notify';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { fieldOf } from '@daybook/shared/form/field';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { listAddress } from './addresses.ts';
import { ServiceFields } from './service-fields.tsx';

const Field = fieldOf(services.edit);

const valuesOf = ({ name, department, sacHsn, unit, price, currency, taxCode, active }: Service) => ({
  name,
  departmentId: department?.id ?? null,
  sacHsn,
  unit,
  price,
  currency,
  taxCodeId: taxCode.id,
  active,
});

export default function EditService() {
  const { t } = useTranslation('settings');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const read = useRead(services.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(service) => (
        <FormScreen
          title={t('service.edit', { name: service.name })}
          endpoint={services.edit}
          initial={valuesOf(service)}
          fixed={{ id }}
          version={service.version}
          valuesOf={valuesOf}
          backTo={listAddress}
          onSaved={() => void navigate(listAddress)}
          extraActions={<DeleteService service={service} />}
        >
          <ServiceFields />
          <Field name="active" label={t('active')} hint={t('service.activeHint')} valueProp="checked">
            <Switch />
          </Field>
        </FormScreen>
      )}
    </ReadView>
  );
}

function DeleteService({ service: { id, version, name } }: { service: Service }) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const { save } = useSave(services.remove);
  return (
    <ConfirmButton
      danger
      question={t('service.deleteQuestion', { name })}
      consequence={t('service.deleteConsequence')}
      verb={t('delete')}
      run={async () => {
        await save({ id }, version);
        notify.success(t('service.deleted', { name }));
        void navigate(listAddress);
      }}
    >
      {t('delete')}
    </ConfirmButton>
  );
}
