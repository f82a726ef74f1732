import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { categoriesOf } from '@daybook/contracts/billing/expenses/input-tax';
import { inputComponentChoices } from '@daybook/contracts/money/input-tax';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormRows } from '@daybook/shared/form/form-rows';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { CountrySelect } from '@daybook/shared/inputs/named-select';
import styles from './expenses.module.css';

const Field = fieldOf(expenses.create);

interface TaxDetailsProps {
  currency: string;
  /** The country and the tax regime of the billing entity, once it is chosen. */
  country: string | null;
  regime: string | null;
}

type Row = Record<string, unknown>;
const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** Who sold, and the tax by rate. Closed until it is asked for, because most expenses need none of it. */
export function TaxDetails(props: TaxDetailsProps) {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const [isOpen, setOpen] = useState(() => isStated(form.getFieldsValue(true) as Row));
  if (isOpen) return <OpenDetails {...props} />;
  return (
    <Button type="link" className={styles.details ?? ''} onClick={() => setOpen(true)}>
      {t('expense.taxDetails')}
    </Button>
  );
}

const isStated = ({ supplierCountry, reverseCharge, inputTax }: Row): boolean =>
  Boolean(supplierCountry) || reverseCharge === true || rowsIn(inputTax).length > 0;

function OpenDetails({ currency, country, regime }: TaxDetailsProps) {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const tax = Form.useWatch<number | null>('taxAmount') ?? 0;
  const isReverse = Form.useWatch<boolean | undefined>('reverseCharge') ?? false;
  /** The categories of the rows belong to who owes the tax, so they begin again; there is at least one row. */
  const charge = (isOn: boolean) => {
    const rows = rowsIn(form.getFieldValue('inputTax')).map((row) => ({ ...row, category: null }));
    form.setFieldsValue({ inputTax: isOn && rows.length === 0 ? [{}] : rows });
  };
  /** Most suppliers are of the firm's own country. */
  const proposeCountry = () => {
    if (!form.getFieldValue('supplierCountry') && country !== null)
      form.setFieldsValue({ supplierCountry: country });
  };
  return (
    <FormGroup title={t('expense.inputTax')}>
      <Field name="supplierTaxId" label={t('expense.supplierTaxId')}>
        <Input maxLength={40} autoComplete="off" spellCheck={false} onChange={proposeCountry} />
      </Field>
      <Field name="supplierCountry" label={t('expense.supplierCountry')}>
        <CountrySelect allowClear />
      </Field>
      {(isReverse || !(tax > 0)) && (
        <Field
          name="reverseCharge"
          label={t('field.reverseCharge')}
          hint={t('expense.reverseChargeHint')}
          valueProp="checked"
        >
          <Switch onChange={charge} />
        </Field>
      )}
      <FormRows
        name="inputTax"
        label={(position) => t('expense.rateRow', { position })}
        add={t('expense.addRate')}
      >
        {(index) => <RateFields index={index} currency={currency} regime={regime} isReverse={isReverse} />}
      </FormRows>
    </FormGroup>
  );
}

interface RateFieldsProps {
  index: number;
  currency: string;
  regime: string | null;
  isReverse: boolean;
}

/** The only rate applies to the whole expense, so it has no amounts of its own. */
function RateFields({ index, currency, regime, isReverse }: RateFieldsProps) {
  const { t } = useTranslation('billing');
  const isOnly = rowsIn(Form.useWatch<unknown>('inputTax')).length === 1;
  return (
    <>
      <Field name={['inputTax', index, 'rate']} label={t('expense.rate')} isRequired>
        <DecimalInput unit="%" />
      </Field>
      <Field name={['inputTax', index, 'category']} label={t('expense.rateCategory')}>
        <Select
          allowClear
          placeholder={t(`inputCategory.${isReverse ? 'AE' : 'S'}`)}
          options={categoriesOf(isReverse).map((value) => ({ value, label: t(`inputCategory.${value}`) }))}
        />
      </Field>
      {!isOnly && (
        <>
          <Field name={['inputTax', index, 'net']} label={t('expense.rateNet')} isRequired>
            <MoneyInput currency={currency} />
          </Field>
          <Field
            name={['inputTax', index, 'tax']}
            label={t('expense.rateTax')}
            hint={t('expense.rateTaxHint')}
          >
            <MoneyInput currency={currency} />
          </Field>
        </>
      )}
      {regime === 'IN' && (
        <Field
          name={['inputTax', index, 'components']}
          label={t('expense.components')}
          hint={t('expense.componentsHint')}
        >
          <ComponentsSelect />
        </Field>
      )}
    </>
  );
}

interface ComponentsSelectProps {
  id?: string;
  value?: readonly string[] | null;
  onChange?: (value: readonly string[] | null) => void;
}

/** In India: central and state tax, or integrated tax. */
function ComponentsSelect({ id, value, onChange }: ComponentsSelectProps) {
  const choices = inputComponentChoices('IN').map((names) => ({ value: names.join(' + '), names }));
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      value={value?.join(' + ')}
      options={choices.map((one) => ({ value: one.value, label: one.value }))}
      onChange={(chosen: string | undefined) =>
        onChange?.(choices.find((one) => one.value === chosen)?.names ?? null)
      }
    />
  );
}
