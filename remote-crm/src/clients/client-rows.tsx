import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { addressKinds } from '@daybook/contracts/crm/clients/client-parts';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { schemeOfCountry } from '@daybook/contracts/identifiers/scheme-of-country';
import type { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';
import { needsRegion } from '@daybook/contracts/regions';
import { currentLanguage } from '@daybook/shared/i18n';
import { regionOfBrowser } from '@daybook/shared/region';
import { useMe } from '@daybook/shared/session';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormRows } from '@daybook/shared/form/form-rows';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { CountrySelect } from '@daybook/shared/inputs/named-select';
import { useIdentifier, useIdentifierText } from '@daybook/shared/inputs/use-identifier';
import { RegionInput } from '@daybook/shared/inputs/region-input';
import { SchemeSelect, useSchemeName } from '../scheme-select.tsx';
import { useProposals } from './use-proposals.ts';

const Field = fieldOf(clients.create);

const useUsualCountry = () => useMe()?.firmCountry ?? regionOfBrowser(currentLanguage()) ?? undefined;

export function AddressRows() {
  const { t } = useTranslation('crm');
  const country = useUsualCountry();
  return (
    <FormGroup title={t('section.addresses')}>
      <FormRows
        name="addresses"
        label={(no) => t('address.row', { no })}
        add={t('address.add')}
        blank={{ kind: 'billing', country }}
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
  const usual = useUsualCountry();
  const country = Form.useWatch<string | undefined>(['addresses', 0, 'country']) ?? usual;
  const scheme = schemeOfCountry(country ?? '');
  return (
    <FormGroup title={t('section.registrations')}>
      <FormRows
        name="registrations"
        label={(no) => t('registration.row', { no })}
        add={t('registration.add')}
        blank={scheme === 'other' ? {} : { scheme }}
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
  const about = useIdentifier(scheme, value);
  const told = useIdentifierText(useSchemeName());
  useProposals(about, scheme);
  return (
    <>
      <Field name={['registrations', index, 'scheme']} label={t('registration.scheme')} isRequired>
        <SchemeSelect />
      </Field>
      <Field
        name={['registrations', index, 'value']}
        label={t('registration.value')}
        isRequired
        {...(about && { hint: told(about) })}
      >
        <Input maxLength={40} autoComplete="off" dir="ltr" />
      </Field>
      <Field name={['registrations', index, 'validFrom']} label={t('registration.validFrom')}>
        <DateInput />
      </Field>
      <Field
        name={['registrations', index, 'validTo']}
        label={t('registration.validTo')}
        hint={t('registration.validToHint')}
      >
        <DateInput />
      </Field>
      {(about?.verdict === 'checksum' || Boolean(note)) && (
        <Field name={['registrations', index, 'note']} label={t('registration.note')}>
          <Input maxLength={200} />
        </Field>
      )}
    </>
  );
}
