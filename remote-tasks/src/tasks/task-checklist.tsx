import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOpenTask } from '@daybook/contracts/tasks/tasks/task-machine';
import type { ChecklistItem } from '@daybook/contracts/tasks/tasks/task-checklist';
import { tasks, type Task } from '@daybook/contracts/tasks/tasks/tasks';
import { notify } from '@daybook/shared/notify';
import { DateText, InstantText } from '@daybook/shared/record/date-text';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useSave } from '@daybook/shared/form/use-save';
import { isOverdue } from './due.ts';
import styles from './tasks.module.css';

/** The steps with their checkboxes. Each tick is saved at once, and shows who set it. */
export function TaskChecklist({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const mayTick = task.mayWork && isOpenTask(task.status);
  return (
    <RecordSection
      title={t('field.checklist')}
      extra={
        task.checklistTotal > 0 && (
          <span className={styles.aside}>
            <bdi>{t('checklist.progress', { done: task.checklistDone, total: task.checklistTotal })}</bdi>
          </span>
        )
      }
    >
      <div className={styles.stack}>
        {task.checklist.length === 0 && <span className={styles.aside}>{t('checklist.none')}</span>}
        <ul className={styles.list} aria-label={t('field.checklist')}>
          {task.checklist.map((item) => (
            <Step key={item.id} taskId={task.id} item={item} mayTick={mayTick && item.mayTick} />
          ))}
        </ul>
        {mayTick && <NewStep taskId={task.id} />}
      </div>
    </RecordSection>
  );
}

function Step({ taskId, item, mayTick }: { taskId: string; item: ChecklistItem; mayTick: boolean }) {
  const { t } = useTranslation('tasks');
  const { save, isSaving } = useSave(tasks.tickChecklistItem);
  // Shown as ticked while it is being saved. A refusal reverts it.
  const [asked, setAsked] = useState<boolean | null>(null);
  const tick = async (done: boolean) => {
    setAsked(done);
    try {
      await save({ id: taskId, itemId: item.id, done });
    } catch (error) {
      notify.failure(refusalText(error));
      setAsked(null);
    }
  };
  const isDone = item.doneAt !== null;
  if (asked === isDone) setAsked(null);
  return (
    <li>
      <Checkbox
        checked={asked ?? isDone}
        disabled={!mayTick || isSaving}
        onChange={(event) => void tick(event.target.checked)}
      >
        <bdi>{item.title}</bdi>
        {item.mandatory && <span className={styles.aside}> ({t('checklist.mandatory')})</span>}
      </Checkbox>
      {!isDone && (item.role !== null || item.dueOn !== null) && (
        <div className={styles.aside}>
          {item.role !== null && t(`shared:step.role.${item.role}`)}
          {item.role !== null && item.dueOn !== null && ' · '}
          {item.dueOn !== null && <StepDue dueOn={item.dueOn} />}
        </div>
      )}
      {item.doneAt !== null && (
        <div className={styles.aside}>
          <bdi>{item.doneBy}</bdi> · <InstantText at={item.doneAt} />
        </div>
      )}
    </li>
  );
}

function StepDue({ dueOn }: { dueOn: string }) {
  const { t } = useTranslation('tasks');
  const isLate = isOverdue(dueOn);
  return (
    <span className={isLate ? styles.overdue : undefined}>
      {t('field.dueOn')} <DateText date={dueOn} /> {isLate && t('overdue')}
    </span>
  );
}

function NewStep({ taskId }: { taskId: string }) {
  const { t } = useTranslation('tasks');
  const { save, isSaving } = useSave(tasks.addChecklistItem);
  const [title, setTitle] = useState('');
  const [isMandatory, setMandatory] = useState(false);
  const add = async () => {
    if (title.trim() === '') return;
    try {
      await save({ id: taskId, title, mandatory: isMandatory });
      setTitle('');
      setMandatory(false);
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Input
        aria-label={t('checklist.add')}
        placeholder={t('checklist.add')}
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Checkbox checked={isMandatory} onChange={(event) => setMandatory(event.target.checked)}>
        {t('checklist.mandatory')}
      </Checkbox>
      <Button htmlType="submit" loading={isSaving} disabled={title.trim() === ''}>
        {t('checklist.addVerb')}
      </Button>
    </form>
  );
}
