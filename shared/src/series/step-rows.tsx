import Checkbox from 'antd/es/checkbox';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import { useTranslation } from 'react-i18next';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { stepRoles } from '@daybook/contracts/tasks/tasks/task-checklist';
import { fieldOf } from '../form/field.tsx';
import { FormRows } from '../form/form-rows.tsx';
import { ClearableSelect } from '../inputs/clearable-select.tsx';

// Every form with a template checklist uses the same field names.
const Field = fieldOf(taskCategories.create);

/** The checklist that new tasks of a category or a series start with. */
export function StepRows() {
  const { t } = useTranslation('shared');
  return (
    <FormRows
      name="checklist"
      label={(no) => t('step.no', { no })}
      add={t('step.add')}
      blank={{ mandatory: false }}
    >
      {(index) => (
        <>
          <Field name={['checklist', index, 'title']} label={t('step.title')} isRequired>
            <Input maxLength={200} />
          </Field>
          <Field name={['checklist', index, 'role']} label={t('step.doneBy')}>
            <ClearableSelect<string>
              placeholder={t('step.anyone')}
              options={stepRoles.map((value) => ({ value, label: t(`step.role.${value}`) }))}
            />
          </Field>
          <Field
            name={['checklist', index, 'offsetDays']}
            label={t('step.offsetDays')}
            hint={t('step.offsetDaysHint')}
          >
            <InputNumber min={-366} max={366} precision={0} />
          </Field>
          <Field name={['checklist', index, 'mandatory']} label={t('step.mandatory')} valueProp="checked">
            <Checkbox />
          </Field>
        </>
      )}
    </FormRows>
  );
}
