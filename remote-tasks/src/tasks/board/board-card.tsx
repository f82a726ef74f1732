import Dropdown from 'antd/es/dropdown';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isOpenTask, type TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import type { TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { dateText } from '@daybook/shared/record/date-text';
import { recordAddress } from '../../common/addresses.ts';
import { isOverdue } from '../due.ts';
import { goByArrows } from './board-keys.ts';
import styles from './board.module.css';

interface BoardCardProps {
  task: TaskRow;
  /** Whether Tab reaches this card. From there, the arrow keys move between cards. */
  isStop: boolean;
  isMenuOpen: boolean;
  isMoving: boolean;
  refusal: string | undefined;
  onFocus: (id: string) => void;
  onMenu: (id: string | null) => void;
  onMove: (task: TaskRow, to: TaskStatus) => void;
}

/** A task on the board. It uses plain elements instead of antd, because there can be thousands of them. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { task, isStop, isMenuOpen, isMoving, refusal, onFocus, onMenu, onMove } = props;
  const { t } = useTranslation('tasks');
  const stop = { tabIndex: isStop ? 0 : -1, onFocus: () => onFocus(task.id), onKeyDown: goByArrows };
  return (
    <li
      className={styles.card}
      data-card={task.id}
      aria-busy={isMoving}
      {...(task.moves.length > 0 && { 'data-drag': task.id })}
    >
      <Link className={styles.title} to={recordAddress(task.id)} {...stop}>
        <bdi>{task.title}</bdi>
      </Link>
      {task.moves.length > 0 && (
        <>
          <button
            type="button"
            className={styles.menu}
            {...stop}
            aria-haspopup="menu"
            aria-expanded={isMenuOpen}
            aria-label={t('board.moveTo', { no: task.no })}
            title={t('board.moveTo', { no: task.no })}
            onClick={() => onMenu(task.id)}
          >
            ⋯
          </button>
          {isMenuOpen && <MoveMenu task={task} onMenu={onMenu} onMove={onMove} />}
        </>
      )}
      <CardFacts task={task} />
      {refusal !== undefined && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
    </li>
  );
});

function CardFacts({ task }: { task: TaskRow }) {
  const { t } = useTranslation('tasks');
  const isLate = isOpenTask(task.status) && isOverdue(task.dueOn);
  const people = task.assignees.map(({ label }) => label).join(', ');
  return (
    <>
      <span className={styles.client}>
        <bdi>{task.client?.label ?? t('internal')}</bdi>
      </span>
      <span className={styles.facts}>
        <time dateTime={task.dueOn} className={isLate ? styles.late : undefined}>
          <bdi>{dateText(task.dueOn)}</bdi>
          {isLate && ` ${t('overdue')}`}
        </time>
        {task.priority < 3 && <span data-priority={task.priority}>{t(`priority.${task.priority}`)}</span>}
        {task.checklistTotal > 0 && (
          <bdi>{t('checklist.progress', { done: task.checklistDone, total: task.checklistTotal })}</bdi>
        )}
      </span>
      <span className={styles.people}>
        <bdi>{people || t('nobody')}</bdi>
      </span>
    </>
  );
}

/** The possible moves of the task, in a menu at the card's button. */
function MoveMenu({ task, onMenu, onMove }: Pick<BoardCardProps, 'task' | 'onMenu' | 'onMove'>) {
  const { t } = useTranslation('tasks');
  const items = task.moves.map(({ to, name }) => ({
    key: to,
    danger: name === 'cancel',
    label: t(`status.${to}`),
    onClick: () => {
      onMenu(null);
      onMove(task, to);
    },
  }));
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      menu={{ items }}
      onOpenChange={(isOpen) => {
        if (!isOpen) onMenu(null);
      }}
    >
      <span className={styles.anchor} />
    </Dropdown>
  );
}
