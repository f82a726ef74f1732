import Form from 'antd/es/form';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import type { LookupRow } from '@daybook/contracts/lookups';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import { packageCycles, packages } from '@daybook/contracts/settings/packages/packages';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormRows } from '@daybook/shared/form/form-rows';
import { OnlyChoice } from '@daybook/shared/form/only-choice';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { CurrencySelect } from '@daybook/shared/inputs/named-select';
import { LongText } from '@daybook/shared/inputs/long-text';
import { PackageServices } from './package-services.tsx';

const Field = fieldOf(packages.create);

/** A package that was sold keeps its billing entity. */
export function PackageFields({ isSold = false }: { isSold?: boolean }) {
  const { t } = useTranslation('settings');
  const currency = CurrencyCode.safeParse(Form.useWatch<unknown>('currency')).data ?? '';
  const form = Form.useFormInstance();
  const takeCurrency = ({ more }: LookupRow) => {
    if (!form.getFieldValue('currency')) form.setFieldValue('currency', more['baseCurrency']);
  };
  const isOnce = Form.useWatch<unknown>('cycle') === 'once';
  return (
    <>
      {!isSold && <OnlyChoice name="entityId" kind="billing_entity" onPick={takeCurrency} />}
      <Field name="name" label={t('package.name')}>
        <Input maxLength={120} />
      </Field>
      <Field name="entityId" label={t('package.entity')} {...(isSold && { hint: t('package.entityStays') })}>
        <Lookup kind="billing_entity" disabled={isSold} onPick={takeCurrency} />
      </Field>
      <Field name="cycle" label={t('package.cycle')}>
        <Select options={packageCycles.map((value) => ({ value, label: t(`package.cycles.${value}`) }))} />
      </Field>
      <Field name="currency" label={t('package.currency')}>
        <CurrencySelect />
      </Field>
      <Field name="price" label={t('package.price')} hint={t('package.priceHint')}>
        <MoneyInput currency={currency} />
      </Field>
      <Field name="validFrom" label={t('package.validFrom')}>
        <DateInput />
      </Field>
      <Field name="validTo" label={t('package.validTo')}>
        <DateInput />
      </Field>
      <Field name="description" label={t('package.description')} isWide>
        <LongText rows={[2, 8]} maxLength={2000} />
      </Field>
      <PackageServices currency={currency} />
      {!isOnce && <LaterPrices currency={currency} />}
      {!isOnce && <RecurringTasks />}
      <FirstTasks />
    </>
  );
}

function LaterPrices({ currency }: { currency: string }) {
  const { t } = useTranslation('settings');
  return (
    <FormGroup title={t('package.laterPrices')} explanation={t('package.laterPricesHint')}>
      <FormRows
        name="laterPrices"
        label={(no) => t('package.laterPriceNo', { no })}
        add={t('package.addLaterPrice')}
      >
        {(index) => (
          <>
            <Field name={['laterPrices', index, 'validFrom']} label={t('package.from')} isRequired>
              <DateInput />
            </Field>
            <Field name={['laterPrices', index, 'price']} label={t('package.price')} isRequired>
              <MoneyInput currency={currency} />
            </Field>
          </>
        )}
      </FormRows>
    </FormGroup>
  );
}

function RecurringTasks() {
  const { t } = useTranslation('settings');
  return (
    <FormGroup title={t('package.recurringTasks')}>
      <FormRows
        name="recurringTasks"
        label={(no) => t('package.recurringTaskNo', { no })}
        add={t('package.addRecurringTask')}
      >
        {(index) => (
          <Field name={['recurringTasks', index, 'categoryId']} label={t('package.category')} isRequired>
            <Lookup kind="recurring_task_category" />
          </Field>
        )}
      </FormRows>
    </FormGroup>
  );
}

function FirstTasks() {
  const { t } = useTranslation('settings');
  return (
    <FormGroup title={t('package.tasks')}>
      <FormRows
        name="tasks"
        label={(no) => t('package.taskNo', { no })}
        add={t('package.addTask')}
        blank={{ offsetDays: 0 }}
      >
        {(index) => (
          <>
            <Field name={['tasks', index, 'categoryId']} label={t('package.category')} isRequired>
              <Lookup kind="task_category" />
            </Field>
            <Field name={['tasks', index, 'offsetDays']} label={t('package.offsetDays')}>
              <InputNumber min={0} max={730} precision={0} />
            </Field>
          </>
        )}
      </FormRows>
    </FormGroup>
  );
}
