import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import {
  WithholdingBase,
  WithholdingCounting,
  WithholdingDir,
  WithholdingUnit,
} from '@daybook/contracts/money/withholding';
import { withholdingCodes } from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormRows } from '@daybook/shared/form/form-rows';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { CurrencySelect } from '@daybook/shared/inputs/named-select';

const Field = fieldOf(withholdingCodes.edit);
const RateField = fieldOf(withholdingCodes.addRate);

/** The law that a withholding code follows, and how it is computed. */
export function WithholdingFields() {
  const { t } = useTranslation('settings');
  return (
    <>
      <Field name="section" label={t('withholding.section')} hint={t('withholding.sectionHint')}>
        <Input maxLength={30} spellCheck={false} />
      </Field>
      <Field name="name" label={t('withholding.name')}>
        <Input maxLength={80} />
      </Field>
      <Field name="currency" label={t('withholding.currency')} hint={t('withholding.currencyHint')}>
        <CurrencySelect />
      </Field>
      <Field name="base" label={t('withholding.base')}>
        <Select
          options={WithholdingBase.options.map((value) => ({ value, label: t(`withholdingBase.${value}`) }))}
        />
      </Field>
      <Field name="counting" label={t('withholding.counting')} hint={t('withholding.countingHint')}>
        <Select
          options={WithholdingCounting.options.map((value) => ({
            value,
            label: t(`withholdingCounting.${value}`),
          }))}
        />
      </Field>
      <Field name="roundTo" label={t('withholding.roundTo')}>
        <Select
          options={WithholdingUnit.options.map((value) => ({ value, label: t(`withholdingUnit.${value}`) }))}
        />
      </Field>
      <Field name="roundDir" label={t('withholding.roundDir')}>
        <Select
          options={WithholdingDir.options.map((value) => ({ value, label: t(`withholdingDir.${value}`) }))}
        />
      </Field>
    </>
  );
}

/** A rate that applies from a date. `currency` is the code's; without it, the currency chosen in the form applies. */
export function WithholdingRateFields({ currency: fixed }: { currency?: string }) {
  const { t } = useTranslation('settings');
  const chosen = Form.useWatch<string | null>('currency');
  const currency = fixed ?? chosen ?? '';
  return (
    <>
      <RateField name="validFrom" label={t('taxCode.validFrom')}>
        <DateInput />
      </RateField>
      <RateField name="rate" label={t('taxCode.rate')}>
        <DecimalInput unit="%" />
      </RateField>
      <RateField name="threshold" label={t('withholding.threshold')} hint={t('withholding.thresholdHint')}>
        <MoneyInput currency={currency} />
      </RateField>
      <FormRows name="tiers" label={(no) => t('withholding.tier', { no })} add={t('withholding.addTier')}>
        {(index) => (
          <>
            <RateField name={['tiers', index, 'above']} label={t('withholding.above')} isRequired>
              <MoneyInput currency={currency} />
            </RateField>
            <RateField name={['tiers', index, 'rate']} label={t('taxCode.rate')} isRequired>
              <DecimalInput unit="%" />
            </RateField>
          </>
        )}
      </FormRows>
    </>
  );
}
