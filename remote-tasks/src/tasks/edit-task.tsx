import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { tasks, type Task } from '@daybook/contracts/tasks/tasks';
import { FormScreen } from '@daybook/shared/ui/form-screen';
import { ReadView } from '@daybook/shared/ui/read-view';
import { useRead } from '@daybook/shared/ui/use-read';
import { recordAddress } from './addresses.ts';
import { TaskFields } from './task-fields.tsx';

const valuesOf = (task: Task) => ({
  title: task.title,
  internal: task.internal,
  reviewRequired: task.reviewRequired,
  priority: task.priority,
  billable: task.billable,
  description: task.description,
  clientId: task.client?.id ?? null,
  serviceId: task.service?.id ?? null,
  reviewerId: task.reviewer?.id ?? null,
  billingEntityId: task.billingEntity?.id ?? null,
  assigneeIds: task.assignees.map(({ id }) => id),
  startOn: task.startOn,
  targetOn: task.targetOn,
  dueOn: task.dueOn,
  periodFrom: task.periodFrom,
  periodTo: task.periodTo,
  // Absent for who may not see money; the server then keeps it.
  ...(task.fee !== undefined && { fee: task.fee }),
  checklist: task.checklist.map(({ id, title, mandatory }) => ({ id, title, mandatory })),
});

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
          <TaskFields />
        </FormScreen>
      )}
    </ReadView>
  );
}
