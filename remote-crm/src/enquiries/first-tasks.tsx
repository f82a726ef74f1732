import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import type { LookupRow } from '@daybook/contracts/lookups';
import { addDays } from '@daybook/contracts/plain-date';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormRows } from '@daybook/shared/form/form-rows';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { Lookup, LookupMany } from '@daybook/shared/inputs/lookup';
import { today } from '@daybook/shared/today';

const Field = fieldOf(enquiries.convert);

/** The tasks that the client begins with, from one-time categories. */
export function FirstTasks() {
  const { t } = useTranslation('crm');
  const form = Form.useFormInstance();
  const fill = (index: number, { label, more }: LookupRow) => {
    form.setFieldValue(['tasks', index, 'title'], (more['title'] as string | null) ?? label);
    if (typeof more['slaDays'] === 'number')
      form.setFieldValue(['tasks', index, 'dueOn'], addDays(today(), more['slaDays']));
  };
  return (
    <FormGroup title={t('convert.tasks')} explanation={t('convert.tasksHint')}>
      <FormRows
        name="tasks"
        label={(no) => t('convert.task', { no })}
        add={t('convert.addTask')}
        blank={{ assigneeIds: [] }}
      >
        {(index) => (
          <>
            <Field name={['tasks', index, 'categoryId']} label={t('convert.category')}>
              <Lookup kind="task_category" onPick={(row) => fill(index, row)} />
            </Field>
            <Field name={['tasks', index, 'title']} label={t('convert.taskTitle')} isRequired>
              <Input maxLength={200} />
            </Field>
            <Field name={['tasks', index, 'dueOn']} label={t('convert.dueOn')} isRequired>
              <DateInput />
            </Field>
            <Field name={['tasks', index, 'assigneeIds']} label={t('convert.assignees')}>
              <LookupMany kind="person" />
            </Field>
          </>
        )}
      </FormRows>
    </FormGroup>
  );
}
