import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { clientKinds } from '@daybook/contracts/crm/clients/clients';
import { taxTreatments } from '@daybook/contracts/crm/clients/tax-treatments';
import { fieldOf } from '@daybook/shared/form/field';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { Lookup } from '@daybook/shared/inputs/lookup';

const Field = fieldOf(clientImports.check);

/** What an import of clients may do, and what a new client has if its row says nothing. */
export function RuleFields() {
  const { t } = useTranslation('crm');
  const does = (['both', 'new', 'update'] as const).map((value) => ({
    value,
    label: t(`import.does.${value}`),
  }));
  const by = (['code', 'registration', 'email'] as const).map((value) => ({
    value,
    label: t(`import.by.${value}`),
  }));
  const empty = (['keep', 'clear'] as const).map((value) => ({
    value,
    label: t(`import.emptyCell.${value}`),
  }));
  return (
    <>
      <Field name={['rules', 'does']} label={t('import.doesLabel')}>
        <Select options={does} />
      </Field>
      <Field name={['rules', 'by']} label={t('import.byLabel')}>
        <Select options={by} />
      </Field>
      <Field name={['rules', 'empty']} label={t('import.emptyLabel')}>
        <Select options={empty} />
      </Field>
      <Field name={['rules', 'kind']} label={t('client.kind')} hint={t('import.otherwise')}>
        <ClearableSelect options={clientKinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
      </Field>
      <Field name={['rules', 'taxTreatment']} label={t('client.taxTreatment')} hint={t('import.otherwise')}>
        <ClearableSelect
          options={taxTreatments.map((value) => ({ value, label: t(`taxTreatment.${value}`) }))}
        />
      </Field>
      <Field name={['rules', 'crmId']} label={t('client.crm')} hint={t('import.otherwise')}>
        <Lookup kind="crm" />
      </Field>
      <Field
        name={['rules', 'defaultEntityId']}
        label={t('client.defaultEntity')}
        hint={t('import.otherwise')}
      >
        <Lookup kind="billing_entity" />
      </Field>
    </>
  );
}
