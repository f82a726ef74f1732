import Checkbox from 'antd/es/checkbox';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import { dueOverrides, type ReachedTask } from '@daybook/contracts/tasks/recurring-tasks/due-overrides';
import { countText } from '@daybook/shared/record/count-text';
import { DateText } from '@daybook/shared/record/date-text';
import { fieldOf } from '@daybook/shared/form/field';
import { ReadView } from '@daybook/shared/read/read-view';
import type { FieldControl } from '@daybook/shared/inputs/typed-input';
import { useRead } from '@daybook/shared/read/use-read';
import styles from './many-at-once.module.css';

const Field = fieldOf(dueOverrides.put);
const none: string[] = [];

/**
 * The open tasks of a period before they move. Tasks whose due date was set by hand come first; for each of them the person
 * chooses whether it moves.
 */
export function ReachedTasks({ of: period }: { of: { categoryId: string; periodKey: string } }) {
  const { t } = useTranslation('tasks');
  const read = useRead(dueOverrides.reached, period);
  return (
    <div className={styles.whole}>
      <ReadView of={read} shape="list">
        {({ tasks, open }) => {
          const byHand = tasks.filter(({ isByHand }) => isByHand);
          const others = tasks.filter(({ isByHand }) => !isByHand);
          return (
            <>
              {byHand.length > 0 && (
                <Field name="alsoIds" label={t('extension.byHand')} hint={t('extension.byHandHint')}>
                  <OwnDays tasks={byHand} />
                </Field>
              )}
              {others.length > 0 && (
                <>
                  <h3 className={styles.heading}>
                    {t('extension.will', {
                      count: open - byHand.length,
                      shown: countText(open - byHand.length),
                    })}
                  </h3>
                  <ul className={styles.rows} aria-label={t('extension.reached')}>
                    {others.map((task) => (
                      <li key={task.id} className={styles.row}>
                        <TaskLine of={task} />
                      </li>
                    ))}
                  </ul>
                </>
              )}
              {open > tasks.length && <p>{t('extension.first', { shown: countText(tasks.length) })}</p>}
            </>
          );
        }}
      </ReadView>
    </div>
  );
}

function OwnDays({
  tasks,
  value = none,
  onChange,
}: FieldControl<string[]> & { tasks: readonly ReachedTask[] }) {
  return (
    <Checkbox.Group
      className={styles.rows ?? ''}
      value={value}
      onChange={(chosen) => onChange?.(chosen)}
      options={tasks.map((task) => ({
        value: task.id,
        label: <TaskLine of={task} />,
        className: styles.row ?? '',
      }))}
    />
  );
}

function TaskLine({ of: { id, no, title, client, dueOn } }: { of: ReachedTask }) {
  return (
    <span className={styles.line}>
      <bdi className={styles.name}>{client}</bdi>
      <Link to={recordPath('task', id)} target="_blank">
        <bdi>
          {no} {title}
        </bdi>
      </Link>
      <DateText date={dueOn} />
    </span>
  );
}
