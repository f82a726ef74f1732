import Form from 'antd/es/form';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import { RoundingMode } from '@daybook/contracts/money/tax-split';
import { Chronology } from '@daybook/contracts/settings/billing-entities';
import { FormGroup } from '@daybook/shared/ui/form-group';
import { MoneyInput } from '@daybook/shared/ui/money-input';
import { Field } from './field.ts';

const roundingDirs = ['half_up', 'floor'] as const;

export function TermsFields() {
  const { t } = useTranslation('settings');
  const currency = CurrencyCode.safeParse(Form.useWatch('baseCurrency')).data;
  return (
    <FormGroup title={t('terms.title')}>
      <Field name="roundTotalTo" label={t('terms.roundTotalTo')} hint={t('terms.roundTotalToHint')}>
        <MoneyInput currency={currency ?? 'EUR'} />
      </Field>
      <Field name="roundingMode" label={t('terms.roundingMode')}>
        <Select
          options={RoundingMode.options.map((value) => ({ value, label: t(`roundingMode.${value}`) }))}
        />
      </Field>
      <Field name="roundingDir" label={t('terms.roundingDir')}>
        <Select options={roundingDirs.map((value) => ({ value, label: t(`roundingDir.${value}`) }))} />
      </Field>
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
      <Field name="paymentTermsDays" label={t('terms.paymentTermsDays')}>
        <InputNumber min={0} max={365} precision={0} />
      </Field>
      <Field
        name="expenseFileLimit"
        label={t('terms.expenseFileLimit')}
        hint={t('terms.expenseFileLimitHint')}
      >
        <MoneyInput currency={currency ?? 'EUR'} />
      </Field>
      <Field name="writeOffLimit" label={t('terms.writeOffLimit')} hint={t('terms.writeOffLimitHint')}>
        <MoneyInput currency={currency ?? 'EUR'} />
      </Field>
      <Field name="defaultTerms" label={t('terms.defaultTerms')} isWide>
        <Input.TextArea maxLength={4000} autoSize={{ minRows: 2, maxRows: 8 }} />
      </Field>
      <Field name="footer" label={t('terms.footer')} isWide>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Field>
    </FormGroup>
  );
}
