import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import { RoundingMode } from '@daybook/contracts/money/tax-split';
import type { BillingEntity } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { CreditLimitRule } from '@daybook/contracts/billing/documents/credit-limit';
import { Chronology } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { FormGroup } from '@daybook/shared/form/form-group';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { LongText } from '@daybook/shared/inputs/long-text';
import { Field } from './field.ts';

const roundingDirs = ['half_up', 'floor'] as const;

const rounding = ['roundTotalTo', 'roundingMode', 'roundingDir'] as const;

/** `saved` is the stored entity; undefined for a new one. */
export function TermsFields({ saved }: { saved: BillingEntity | undefined }) {
  const { t } = useTranslation('settings');
  const currency = CurrencyCode.safeParse(Form.useWatch('baseCurrency')).data;
  const form = Form.useFormInstance<Partial<BillingEntity>>();
  const typed = Form.useWatch(
    (values: Partial<BillingEntity>) => JSON.stringify(rounding.map((name) => values[name])),
    form,
  );
  const country = Form.useWatch<string | undefined>('country');
  const mode = Form.useWatch<string | undefined>('roundingMode');
  const isChanged =
    saved !== undefined &&
    typed !== undefined &&
    typed !== JSON.stringify(rounding.map((name) => saved[name]));
  return (
    <FormGroup title={t('terms.title')}>
      <Field name="roundTotalTo" label={t('terms.roundTotalTo')} hint={t('terms.roundTotalToHint')}>
        <MoneyInput currency={currency ?? ''} />
      </Field>
      <Field name="roundingMode" label={t('terms.roundingMode')}>
        <Select
          options={RoundingMode.options.map((value) => ({ value, label: t(`roundingMode.${value}`) }))}
        />
      </Field>
      <Field name="roundingDir" label={t('terms.roundingDir')}>
        <Select options={roundingDirs.map((value) => ({ value, label: t(`roundingDir.${value}`) }))} />
      </Field>
      {country === 'JP' && mode === 'line' && (
        <Alert type="warning" showIcon title={t('terms.roundedByLine')} />
      )}
      {isChanged && (
        <Field name="roundingFrom" label={t('terms.roundingFrom')} hint={t('terms.roundingFromHint')}>
          <DateInput />
        </Field>
      )}
      <Field name="chronology" label={t('terms.chronology')}>
        <Select options={Chronology.options.map((value) => ({ value, label: t(`chronology.${value}`) }))} />
      </Field>
      <Field
        name="invoiceApproval"
        label={t('terms.invoiceApproval')}
        hint={t('terms.invoiceApprovalHint')}
        valueProp="checked"
      >
        <Switch />
      </Field>
      <Field name="creditLimit" label={t('terms.creditLimit')} hint={t('terms.creditLimitHint')}>
        <Select
          options={CreditLimitRule.options.map((value) => ({ value, label: t(`creditLimitRule.${value}`) }))}
        />
      </Field>
      <Field name="paymentTermsDays" label={t('terms.paymentTermsDays')}>
        <InputNumber min={0} max={365} precision={0} />
      </Field>
      <LimitFields currency={currency ?? ''} />
      <Field name="defaultTerms" label={t('terms.defaultTerms')} isWide>
        <LongText maxLength={4000} rows={[2, 8]} />
      </Field>
      <Field name="footer" label={t('terms.footer')} isWide>
        <LongText maxLength={1000} rows={[1, 4]} />
      </Field>
    </FormGroup>
  );
}

/** Amounts above which something else is asked for, and the cash of the staff. */
function LimitFields({ currency }: { currency: CurrencyCode }) {
  const { t } = useTranslation('settings');
  return (
    <>
      <Field
        name="expenseFileLimit"
        label={t('terms.expenseFileLimit')}
        hint={t('terms.expenseFileLimitHint')}
      >
        <MoneyInput currency={currency} />
      </Field>
      <Field name="writeOffLimit" label={t('terms.writeOffLimit')} hint={t('terms.writeOffLimitHint')}>
        <MoneyInput currency={currency} />
      </Field>
      <Field
        name="keepsStaffCash"
        label={t('terms.keepsStaffCash')}
        hint={t('terms.keepsStaffCashHint')}
        valueProp="checked"
      >
        <Switch />
      </Field>
      <Field name="staffCashLimit" label={t('terms.staffCashLimit')} hint={t('terms.staffCashLimitHint')}>
        <MoneyInput currency={currency} />
      </Field>
      <Field name="certificateDays" label={t('terms.certificateDays')} hint={t('terms.certificateDaysHint')}>
        <InputNumber min={0} max={999} precision={0} />
      </Field>
    </>
  );
}
