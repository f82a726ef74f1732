import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { packages, type PackageRecord } from '@daybook/contracts/settings/packages/packages';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { ActiveField } from '../active-field.tsx';
import { Beside } from '../beside.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { MasterHistory } from '../master-history.tsx';
import { packagesAddress } from './addresses.ts';
import { PackageClients } from './package-clients.tsx';
import { PackageFields } from './package-fields.tsx';
import { sentPackage } from './sent-package.ts';
import { PackageVersions } from './package-versions.tsx';

const valuesOf = ({ latest, ...record }: PackageRecord) => ({
  name: record.name,
  description: record.description,
  entityId: record.entity.id,
  validFrom: record.validFrom,
  validTo: record.validTo,
  active: record.active,
  cycle: latest.cycle,
  currency: latest.currency as never,
  price: latest.price,
  laterPrices: latest.laterPrices,
  services: latest.services.map(({ service, ...line }) => ({ serviceId: service.id, ...line })),
  recurringTasks: latest.recurringTasks.map(({ category }) => ({ categoryId: category.id })),
  tasks: latest.tasks.map(({ category, offsetDays }) => ({ categoryId: category.id, offsetDays })),
});

const fields = {
  name: 'package.name',
  description: 'package.description',
  entity: 'package.entity',
  validFrom: 'package.validFrom',
  validTo: 'package.validTo',
  active: 'active',
};

export default function EditPackage() {
  const { id = '' } = useParams();
  return (
    <ReadView of={useRead(packages.open, { id })} shape="form">
      {(record) => (
        <Beside
          panels={
            <>
              <PackageClients record={record} />
              <PackageVersions id={id} />
              <MasterHistory kind="package" id={id} fields={fields} />
            </>
          }
        >
          <PackageForm record={record} />
        </Beside>
      )}
    </ReadView>
  );
}

function PackageForm({ record }: { record: PackageRecord }) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const { id, version, name } = record;
  return (
    <FormScreen
      title={t('package.edit', { name })}
      endpoint={packages.edit}
      initial={valuesOf(record)}
      fixed={{ id }}
      version={version}
      valuesOf={valuesOf}
      sent={sentPackage}
      backTo={packagesAddress}
      onSaved={() => void navigate(packagesAddress)}
      extraActions={
        <DeleteButton
          endpoint={packages.remove}
          record={record}
          consequence={t('package.deleteConsequence')}
          backTo={packagesAddress}
        />
      }
    >
      <PackageFields isSold={record.isSold} />
      <ActiveField hint={t('package.activeHint')} />
    </FormScreen>
  );
}
