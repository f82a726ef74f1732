import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { services, type Service } from '@daybook/contracts/settings/services/services';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { ActiveField } from '../active-field.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { listAddress } from './addresses.ts';
import { ServiceFields } from './service-fields.tsx';
import { Beside } from '../beside.tsx';
import { MasterHistory } from '../master-history.tsx';

const valuesOf = ({
  name,
  department,
  sacHsn,
  unit,
  price,
  currency,
  taxCode,
  incomeAccount,
  billingRule,
  active,
}: Service) => ({
  name,
  departmentId: department?.id ?? null,
  sacHsn,
  unit,
  price,
  currency,
  taxCodeId: taxCode.id,
  incomeAccountId: incomeAccount?.id ?? null,
  billingRule,
  active,
});

const historyFields = {
  name: 'service.name',
  department: 'service.department',
  sacHsn: 'service.sacHsn',
  unit: 'service.unit',
  price: 'service.price',
  currency: 'service.currency',
  taxCode: 'service.taxCode',
  incomeAccount: 'service.incomeAccount',
  billingRule: 'service.billingRule',
  active: 'active',
};

export default function EditService() {
  const { t } = useTranslation('settings');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const read = useRead(services.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(service) => (
        <Beside panels={<MasterHistory kind="service" id={id} fields={historyFields} />}>
          <FormScreen
            title={t('service.edit', { name: service.name })}
            endpoint={services.edit}
            initial={valuesOf(service)}
            fixed={{ id }}
            version={service.version}
            valuesOf={valuesOf}
            backTo={listAddress}
            onSaved={() => void navigate(listAddress)}
            extraActions={
              <DeleteButton
                endpoint={services.remove}
                record={service}
                consequence={t('service.deleteConsequence')}
                backTo={listAddress}
              />
            }
          >
            <ServiceFields />
            <ActiveField hint={t('service.activeHint')} />
          </FormScreen>
        </Beside>
      )}
    </ReadView>
  );
}
