import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { stepRoles } from '@daybook/contracts/tasks/tasks/task-checklist';
import { taskPriorities } from '@daybook/contracts/tasks/tasks/tasks';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { DurationInput } from '@daybook/shared/inputs/duration-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormRows } from '@daybook/shared/form/form-rows';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { CurrencySelect } from '@daybook/shared/inputs/named-select';

// What both kinds of category have bears the same names in both.
const Field = fieldOf(taskCategories.create);

/** What is billed for the work, and how it is done. */
export function CategoryWorkFields() {
  const { t } = useTranslation('settings');
  const currency = CurrencyCode.safeParse(Form.useWatch('currency')).data;
  return (
    <>
      <Field name="departmentId" label={t('service.department')}>
        <Lookup kind="departments" />
      </Field>
      <Field name="serviceId" label={t('template.service')} hint={t('template.serviceHint')}>
        <Lookup kind="services" />
      </Field>
      <Field name="currency" label={t('service.currency')}>
        <CurrencySelect allowClear />
      </Field>
      <Field name="fee" label={t('template.fee')} hint={t('template.feeHint')}>
        {currency === undefined ? <Input disabled /> : <MoneyInput currency={currency} />}
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

/** The description for the assignees, and the steps. */
export function CategoryStepFields() {
  const { t } = useTranslation('settings');
  return (
    <>
      <Field name="description" label={t('template.description')} isWide>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 12 }} maxLength={10_000} />
      </Field>
      <FormGroup title={t('template.checklist')} explanation={t('template.checklistHint')}>
        <FormRows
          name="checklist"
          label={(no) => t('template.step', { no })}
          add={t('template.addStep')}
          blank={{ mandatory: false }}
        >
          {(index) => (
            <>
              <Field name={['checklist', index, 'title']} label={t('template.stepTitle')} isRequired>
                <Input maxLength={200} />
              </Field>
              <Field name={['checklist', index, 'role']} label={t('template.role')}>
                <ClearableSelect<string>
                  placeholder={t('template.anyRole')}
                  options={stepRoles.map((value) => ({ value, label: t(`stepRole.${value}`) }))}
                />
              </Field>
              <Field
                name={['checklist', index, 'offsetDays']}
                label={t('template.offsetDays')}
                hint={t('template.offsetDaysHint')}
              >
                <InputNumber min={-366} max={366} precision={0} />
              </Field>
              <Field
                name={['checklist', index, 'mandatory']}
                label={t('template.mandatory')}
                valueProp="checked"
              >
                <Checkbox />
              </Field>
            </>
          )}
        </FormRows>
      </FormGroup>
    </>
  );
}
