import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';
import type { BillingEntity } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { TaxStatus } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import { TaxDue, taxByPayment } from '@daybook/contracts/settings/billing-entities/tax-due';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormRows } from '@daybook/shared/form/form-rows';
import { useIdentifier, useIdentifierText } from '@daybook/shared/inputs/use-identifier';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { Field } from './field.ts';
import { firstRegistrations } from './first-registrations.ts';

export function TaxFields() {
  const { t } = useTranslation('settings');
  const form = Form.useFormInstance<Partial<BillingEntity>>();
  const chooseStatus = (status: string) => {
    const { country, registrations } = form.getFieldsValue(true) as Partial<BillingEntity>;
    form.setFieldsValue({ registrations: firstRegistrations(country ?? '', status, registrations) });
  };
  return (
    <FormGroup title={t('entity.tax')}>
      <Field name="regime" label={t('entity.regime')} hint={t('entity.regimeHint')}>
        <Select options={Regime.options.map((value) => ({ value, label: t(`regime.${value}`) }))} />
      </Field>
      <Field name="taxStatus" label={t('entity.taxStatus')}>
        <Select
          options={TaxStatus.options.map((value) => ({ value, label: t(`taxStatus.${value}`) }))}
          onChange={chooseStatus}
        />
      </Field>
      <TaxDueFields />
      <FormRows
        name="registrations"
        label={(position) => t('registration.label', { position })}
        add={t('registration.add')}
      >
        {(index) => <RegistrationFields index={index} />}
      </FormRows>
    </FormGroup>
  );
}

function RegistrationFields({ index }: { index: number }) {
  const { t } = useTranslation('settings');
  const form = Form.useFormInstance<Partial<BillingEntity>>();
  const nameOf = (scheme: TaxScheme) => t(`scheme.${scheme.replace(':', '_')}`);
  const scheme = Form.useWatch<TaxScheme | undefined>(['registrations', index, 'scheme']);
  const about = useIdentifier(scheme, Form.useWatch<string | undefined>(['registrations', index, 'value']));
  const note = Form.useWatch<string | null | undefined>(['registrations', index, 'note']);
  const told = useIdentifierText(nameOf);
  const state = scheme === 'IN:GSTIN' ? about?.place : undefined;
  useEffect(() => {
    const { country, address } = form.getFieldsValue(true) as Partial<BillingEntity>;
    // A GSTIN names the state of its holder.
    if (state !== undefined && country === 'IN' && !address?.regionCode)
      form.setFieldValue(['address', 'regionCode'], state);
  }, [form, state]);
  return (
    <>
      <Field name={['registrations', index, 'scheme']} label={t('registration.scheme')} isRequired>
        <Select options={TaxScheme.options.map((value) => ({ value, label: nameOf(value) }))} />
      </Field>
      <Field
        name={['registrations', index, 'value']}
        label={t('registration.value')}
        isRequired
        {...(about && { hint: told(about) })}
      >
        <Input maxLength={40} autoComplete="off" dir="ltr" />
      </Field>
      {(about?.verdict === 'checksum' || Boolean(note)) && (
        <Field
          name={['registrations', index, 'note']}
          label={t('registration.note')}
          hint={t('registration.noteHint')}
        >
          <Input maxLength={200} />
        </Field>
      )}
    </>
  );
}

/** When the tax of documents falls due, and from which days it does otherwise. */
function TaxDueFields() {
  const { t } = useTranslation('settings');
  const form = Form.useFormInstance<Partial<BillingEntity>>();
  const isUnusual = Form.useWatch(
    ({ regime, taxDue, taxDueChanges = [] }: Partial<BillingEntity>) =>
      regime !== undefined &&
      !taxByPayment.has(regime) &&
      [taxDue, ...taxDueChanges.map(({ due }) => due)].includes('payment'),
    form,
  );
  const choices = TaxDue.options.map((value) => ({ value, label: t(`taxDue.${value}`) }));
  return (
    <>
      <Field name="taxDue" label={t('taxDue.label')} hint={t('taxDue.hint')}>
        <Select options={choices} />
      </Field>
      {isUnusual && <Alert type="warning" showIcon title={t('taxDue.unusual')} />}
      <FormRows
        name="taxDueChanges"
        label={(position) => t('taxDue.change', { position })}
        add={t('taxDue.add')}
        blank={{ due: 'payment' }}
      >
        {(index) => (
          <>
            <Field name={['taxDueChanges', index, 'from']} label={t('taxDue.from')} isRequired>
              <DateInput />
            </Field>
            <Field name={['taxDueChanges', index, 'due']} label={t('taxDue.then')} isRequired>
              <Select options={choices} />
            </Field>
          </>
        )}
      </FormRows>
    </>
  );
}
