import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { clientKinds } from '@daybook/contracts/crm/clients/clients';
import { taxTreatments } from '@daybook/contracts/crm/clients/tax-treatments';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { FormGroup } from '@daybook/shared/form/form-group';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { Lookup } from '@daybook/shared/inputs/lookup';

export type Import = OutputOf<typeof clientImports.open>;

const Field = fieldOf(clientImports.check);

interface CheckDialogProps {
  of: Import;
  onClose: () => void;
}

/** The field of each column, and what the import may do. Saving is the dry run, which changes nothing. */
export function CheckDialog({ of, onClose }: CheckDialogProps) {
  const { t } = useTranslation('crm');
  const columns = of.headings.map((heading, at) => ({ key: `${at}`, heading, at }));
  const initial = { columns: of.columns.map((field) => field ?? ''), rules: of.rules };
  return (
    <FormDialog
      title={t('import.columnsAndRules')}
      consequence={t('import.checkHint')}
      verb={t('import.check')}
      endpoint={clientImports.check}
      initial={initial}
      fixed={{ id: of.id }}
      width={720}
      onSaved={onClose}
      onClose={onClose}
    >
      <Rules />
      <FormGroup title={t('import.columns')}>
        {columns.map(({ key, heading, at }) => (
          <Column key={key} of={of} heading={heading} at={at} />
        ))}
      </FormGroup>
    </FormDialog>
  );
}

function Column({ of, heading, at }: { of: Import; heading: string; at: number }) {
  const { t } = useTranslation('crm');
  const samples = of.samples.flatMap((cells) => cells[at] || []);
  const options = [
    { value: '', label: t('import.leaveOut') },
    ...of.fields.map(({ name, label }) => ({ value: name, label })),
  ];
  return (
    <Field
      name={['columns', at]}
      label={heading || t('import.columnNo', { no: at + 1 })}
      {...(samples.length > 0 && { hint: samples.join(' · ') })}
    >
      <Select showSearch={{ optionFilterProp: 'label' }} options={options} />
    </Field>
  );
}

function Rules() {
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
    <FormGroup title={t('import.rules')}>
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
    </FormGroup>
  );
}
