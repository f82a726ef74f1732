import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { recordAddress } from '../common/addresses.ts';
import { TaskFields } from './task-fields.tsx';
import { valuesOf } from './task-values.ts';

export default function EditTask() {
  const { id = '' } = useParams();
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const read = useRead(tasks.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(task) => (
        <FormScreen
          title={t('editTitle', { no: task.no })}
          endpoint={tasks.edit}
          initial={valuesOf(task)}
          fixed={{ id }}
          version={task.version}
          valuesOf={valuesOf}
          backTo={recordAddress(id)}
          onSaved={() => void navigate(recordAddress(id))}
        >
          <TaskFields task={task} />
        </FormScreen>
      )}
    </ReadView>
  );
}
