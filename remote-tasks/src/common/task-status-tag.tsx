import { useTranslation } from 'react-i18next';
import type { TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';

const tones: Record<TaskStatus, Tone> = {
  todo: 'draft',
  in_progress: 'info',
  waiting_client: 'waiting',
  in_review: 'info',
  on_hold: 'waiting',
  completed: 'done',
  cancelled: 'draft',
};

export function TaskStatusTag({ status }: { status: TaskStatus }) {
  const { t } = useTranslation('tasks');
  return <StatusTag tone={tones[status]}>{t(`status.${status}`)}</StatusTag>;
}
