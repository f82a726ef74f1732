import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useMemo, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { countryDefaults, regimeOf } from '@daybook/contracts/settings/billing-entities/regimes';
import { taxDueOfCountry } from '@daybook/contracts/settings/billing-entities/tax-due';
import { timezones } from '@daybook/contracts/settings/billing-entities/timezones';
import { formatLocale } from '@daybook/shared/i18n';
import { FormGroup } from '@daybook/shared/form/form-group';
import { CountrySelect, CurrencySelect, LanguageSelect } from '@daybook/shared/inputs/named-select';
import { Field } from './field.ts';
import { firstRegistrations } from './first-registrations.ts';

type Rows = Parameters<typeof firstRegistrations>[2];

/** The country sets the tax regime. For a new entity it sets the currency, fiscal year, time zone, when tax falls due and the kind of its tax number too. */
function useCountryChoice(isNew: boolean) {
  const form = Form.useFormInstance();
  return (country: string | null) => {
    if (country === null) return;
    form.setFieldsValue({
      regime: regimeOf(country),
      ...(isNew && {
        ...countryDefaults(country),
        taxDue: taxDueOfCountry(country),
        registrations: firstRegistrations(
          country,
          form.getFieldValue('taxStatus'),
          form.getFieldValue('registrations') as Rows,
        ),
      }),
    });
  };
}

export function IdentityFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('settings');
  const form = Form.useFormInstance();
  const choose = useCountryChoice(isNew);
  const fyStart: unknown = Form.useWatch('fyStart');
  const proposeLegalName = ({ target }: FocusEvent<HTMLInputElement>) => {
    if (!form.getFieldValue('legalName')) form.setFieldValue('legalName', target.value.trim());
  };
  const zones = useMemo(() => timezones().map((value) => ({ value, label: value })), []);
  return (
    <FormGroup title={t('entity.identity')}>
      <Field name="name" label={t('entity.name')} hint={t('entity.nameHint')}>
        <Input maxLength={120} onBlur={proposeLegalName} />
      </Field>
      <Field name="legalName" label={t('entity.legalName')} hint={t('entity.legalNameHint')}>
        <Input maxLength={200} />
      </Field>
      <Field name="country" label={t('entity.country')}>
        <CountrySelect onChange={choose} />
      </Field>
      <Field name="baseCurrency" label={t('entity.baseCurrency')} hint={t('entity.baseCurrencyHint')}>
        <CurrencySelect />
      </Field>
      <Field name="fyStart" label={t('entity.fyStart')}>
        <Select options={firstDays(typeof fyStart === 'string' ? fyStart : undefined)} />
      </Field>
      <Field name="timezone" label={t('entity.timezone')}>
        <Select showSearch options={zones} />
      </Field>
      <Field name="docLocale" label={t('entity.docLocale')}>
        <LanguageSelect />
      </Field>
    </FormGroup>
  );
}

/** The first day of each month, and the entity's own day if it is another. */
function firstDays(own: string | undefined) {
  const days = Array.from({ length: 12 }, (_, month) => `${String(month + 1).padStart(2, '0')}-01`);
  const shown = new Intl.DateTimeFormat(formatLocale(), { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return [...new Set([...days, ...(own === undefined ? [] : [own])])]
    .toSorted()
    .map((value) => ({ value, label: shown.format(new Date(`2025-${value}T00:00:00Z`)) }));
}
