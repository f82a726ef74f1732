import { isOpenTask } from '@daybook/contracts/tasks/tasks/task-machine';
import type { TaskChange } from '@daybook/contracts/tasks/tasks/task-bulk';
import type { TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { daysAfter } from '../../common/days.ts';

/** The effect of a change on the selected tasks, as far as the browser can tell. */
export interface Plan {
  will: readonly TaskRow[];
  /** Tasks that have the value already, are finished, or cannot make the move. */
  same: number;
  finished: number;
  cannot: number;
  needsReason: boolean;
}

const isSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

/** Whether the change makes any difference to the task. */
function changes(task: TaskRow, change: TaskChange): boolean {
  const present = task.assignees.map(({ id }) => id);
  const { assigneeIds = present, addIds = [], removeIds = [] } = change;
  const people = [...assigneeIds.filter((id) => !removeIds.includes(id)), ...addIds];
  const dueOn =
    change.shiftDays === undefined ? (change.dueOn ?? task.dueOn) : daysAfter(task.dueOn, change.shiftDays);
  const reviewerId = change.reviewerId === undefined ? (task.reviewer?.id ?? null) : change.reviewerId;
  return (
    !isSet([...new Set(people)], present) ||
    dueOn !== task.dueOn ||
    reviewerId !== (task.reviewer?.id ?? null) ||
    (change.priority ?? task.priority) !== task.priority
  );
}

function planOfMove(rows: readonly TaskRow[], to: TaskChange['to']): Plan {
  const will = rows.filter(({ moves }) => moves.some((move) => move.to === to));
  const same = rows.filter(({ status }) => status === to).length;
  const needsReason = will.some(({ moves }) =>
    moves.some((move) => move.to === to && move.reason === 'required'),
  );
  return { will, same, finished: 0, cannot: rows.length - will.length - same, needsReason };
}

export function planOf(rows: readonly TaskRow[], change: TaskChange): Plan {
  if (change.to !== undefined) return planOfMove(rows, change.to);
  const open = rows.filter(({ status }) => isOpenTask(status));
  // A handover affects only tasks of the person who hands over.
  const { removeIds = [], addIds = [] } = change;
  const isHandOver = removeIds.length > 0 && addIds.length > 0;
  const meant = isHandOver
    ? open.filter(({ assignees }) => assignees.some(({ id }) => removeIds.includes(id)))
    : open;
  const will = meant.filter((task) => changes(task, change));
  return {
    will,
    same: open.length - will.length,
    finished: rows.length - open.length,
    cannot: 0,
    needsReason: false,
  };
}
