import Button from 'antd/es/button';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tasks, type Task } from '@daybook/contracts/tasks/tasks/tasks';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';

const Field = fieldOf(tasks.recordFiling);

/** When the return was filed, and the authority's acknowledgement number. It can be entered for finished tasks too. */
export function TaskFiling({ task: { id, version, no, filedOn, ackNo } }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('filing.record')}</Button>
      {isOpen && (
        <FormDialog
          title={t('filing.of', { no })}
          endpoint={tasks.recordFiling}
          initial={{ filedOn, ackNo }}
          fixed={{ id }}
          version={version}
          verb={t('shared:form.save')}
          onSaved={close}
          onClose={close}
        >
          <Field name="filedOn" label={t('field.filedOn')}>
            <DateInput />
          </Field>
          <Field name="ackNo" label={t('field.ackNo')}>
            <Input maxLength={60} />
          </Field>
        </FormDialog>
      )}
    </>
  );
}
