import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { taskPriorities } from '@daybook/contracts/tasks/tasks/tasks';
import { UsualBillingRuleSelect } from '@daybook/shared/inputs/billing-rule-select';
import { DurationInput } from '@daybook/shared/inputs/duration-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { CurrencySelect } from '@daybook/shared/inputs/named-select';
import { StepRows } from '@daybook/shared/series/step-rows';
import { LongText } from '@daybook/shared/inputs/long-text';

// Both kinds of category use the same names for these fields.
const Field = fieldOf(taskCategories.create);

/** How the work is billed and done. */
export function CategoryWorkFields() {
  const { t } = useTranslation('settings');
  const currency = CurrencyCode.safeParse(Form.useWatch('currency')).data;
  return (
    <>
      <Field name="departmentId" label={t('service.department')}>
        <Lookup kind="department" />
      </Field>
      <Field name="serviceId" label={t('template.service')} hint={t('template.serviceHint')}>
        <Lookup kind="service" />
      </Field>
      <Field name="currency" label={t('service.currency')}>
        <CurrencySelect allowClear />
      </Field>
      <Field name="fee" label={t('template.fee')} hint={t('template.feeHint')}>
        {currency === undefined ? <Input disabled /> : <MoneyInput currency={currency} />}
      </Field>
      <Field name="billingRule" label={t('template.billingRule')} hint={t('template.billingRuleHint')}>
        <UsualBillingRuleSelect />
      </Field>
      <Field name="priority" label={t('template.priority')}>
        <Select options={taskPriorities.map((value) => ({ value, label: t(`priority.${value}`) }))} />
      </Field>
      <Field name="estimateMin" label={t('template.estimateMin')} hint={t('template.estimateHint')}>
        <DurationInput />
      </Field>
      <Field
        name="reviewRequired"
        label={t('template.reviewRequired')}
        hint={t('template.reviewRequiredHint')}
        valueProp="checked"
      >
        <Switch />
      </Field>
    </>
  );
}

/** The description for the assignees, and the checklist. */
export function CategoryStepFields() {
  const { t } = useTranslation('settings');
  return (
    <>
      <Field name="description" label={t('template.description')} isWide>
        <LongText rows={[2, 12]} maxLength={10_000} />
      </Field>
      <FormGroup title={t('template.checklist')} explanation={t('template.checklistHint')}>
        <StepRows />
      </FormGroup>
    </>
  );
}
