import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { mailRoles } from '@daybook/contracts/billing/invoices/invoice-mails';
import { addressKinds, clients, contactMails, contactRoles } from '@daybook/contracts/crm/clients/clients';
import { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';
import { lookups } from '@daybook/contracts/lookups';
import { needsRegion } from '@daybook/contracts/regions';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormRows } from '@daybook/shared/form/form-rows';
import { CountrySelect } from '@daybook/shared/inputs/named-select';
import { PhoneInput } from '@daybook/shared/inputs/phone-input';
import { RegionInput } from '@daybook/shared/inputs/region-input';
import { useRead } from '@daybook/shared/read/use-read';
import { useIdentifierVerdict } from './use-identifier-verdict.ts';

const Field = fieldOf(clients.create);

/** The client's country: that of the first address, otherwise that of the billing entity. */
function useCountry(): string | undefined {
  const ofAddress = Form.useWatch<string | undefined>(['addresses', 0, 'country']);
  const entityId = Form.useWatch<string | null | undefined>('defaultEntityId') ?? null;
  const entity = useRead(lookups.find, entityId === null ? null : { kind: 'billing_entity', id: entityId });
  const ofEntity = entity.data?.[0]?.more['country'];
  return ofAddress ?? (typeof ofEntity === 'string' ? ofEntity : undefined);
}

/** The client's contacts. */
export function ContactRows() {
  const { t } = useTranslation('crm');
  const country = useCountry();
  return (
    <FormGroup title={t('section.contacts')}>
      <FormRows name="contacts" label={(no) => t('contact.row', { no })} add={t('contact.add')}>
        {(index) => (
          <>
            <Field name={['contacts', index, 'name']} label={t('contact.name')} isRequired>
              <Input maxLength={120} autoComplete="off" />
            </Field>
            <Field name={['contacts', index, 'roles']} label={t('contact.roles')}>
              <ClearableSelect
                mode="multiple"
                options={contactRoles.map((value) => ({ value, label: t(`contactRole.${value}`) }))}
              />
            </Field>
            <Field name={['contacts', index, 'email']} label={t('contact.email')} hint={t('contact.either')}>
              <Input type="email" inputMode="email" autoComplete="off" dir="ltr" />
            </Field>
            <Field
              name={['contacts', index, 'phone']}
              label={t('contact.phone')}
              hint={t('contact.phoneHint')}
            >
              <PhoneInput country={country} />
            </Field>
            {contactMails.map((name) => (
              <Field
                key={name}
                name={['contacts', index, name]}
                label={t(`contact.${name}`)}
                hint={t('contact.sendHint')}
              >
                <ClearableSelect
                  options={mailRoles.map((value) => ({ value, label: t(`contactSend.${value}`) }))}
                />
              </Field>
            ))}
          </>
        )}
      </FormRows>
    </FormGroup>
  );
}

export function AddressRows() {
  const { t } = useTranslation('crm');
  return (
    <FormGroup title={t('section.addresses')}>
      <FormRows
        name="addresses"
        label={(no) => t('address.row', { no })}
        add={t('address.add')}
        blank={{ kind: 'billing' }}
      >
        {(index) => <AddressFields index={index} />}
      </FormRows>
    </FormGroup>
  );
}

function AddressFields({ index }: { index: number }) {
  const { t } = useTranslation('crm');
  const country = Form.useWatch<string | undefined>(['addresses', index, 'country']);
  return (
    <>
      <Field name={['addresses', index, 'kind']} label={t('address.kind')} isRequired>
        <Select options={addressKinds.map((value) => ({ value, label: t(`addressKind.${value}`) }))} />
      </Field>
      <Field name={['addresses', index, 'country']} label={t('address.country')} isRequired>
        <CountrySelect />
      </Field>
      <Field name={['addresses', index, 'line1']} label={t('address.line1')} isRequired>
        <Input maxLength={200} />
      </Field>
      <Field name={['addresses', index, 'line2']} label={t('address.line2')}>
        <Input maxLength={200} />
      </Field>
      <Field name={['addresses', index, 'postal']} label={t('address.postal')}>
        <Input maxLength={12} />
      </Field>
      <Field name={['addresses', index, 'city']} label={t('address.city')}>
        <Input maxLength={100} />
      </Field>
      <Field
        name={['addresses', index, 'regionCode']}
        label={t('address.region')}
        isRequired={needsRegion(country ?? '')}
      >
        <RegionInput country={country} />
      </Field>
    </>
  );
}

export function RegistrationRows() {
  const { t } = useTranslation('crm');
  return (
    <FormGroup title={t('section.registrations')}>
      <FormRows
        name="registrations"
        label={(no) => t('registration.row', { no })}
        add={t('registration.add')}
      >
        {(index) => <RegistrationFields index={index} />}
      </FormRows>
    </FormGroup>
  );
}

function RegistrationFields({ index }: { index: number }) {
  const { t } = useTranslation('crm');
  const scheme = Form.useWatch<TaxScheme | undefined>(['registrations', index, 'scheme']);
  const value = Form.useWatch<string | undefined>(['registrations', index, 'value']);
  const note = Form.useWatch<string | null | undefined>(['registrations', index, 'note']);
  const verdict = useIdentifierVerdict(scheme, value);
  return (
    <>
      <Field name={['registrations', index, 'scheme']} label={t('registration.scheme')} isRequired>
        <Select
          options={TaxScheme.options.map((one) => ({
            value: one,
            label: t(`scheme.${one.replace(':', '_')}`),
          }))}
        />
      </Field>
      <Field
        name={['registrations', index, 'value']}
        label={t('registration.value')}
        isRequired
        {...(verdict && { hint: t(`verdict.${verdict}`) })}
      >
        <Input maxLength={40} autoComplete="off" dir="ltr" />
      </Field>
      {(verdict === 'checksum' || Boolean(note)) && (
        <Field name={['registrations', index, 'note']} label={t('registration.note')}>
          <Input maxLength={200} />
        </Field>
      )}
    </>
  );
}
