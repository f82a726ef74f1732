// The statuses of a task and the moves between them, as data. The server checks each move against them, and the buttons follow them.

export const taskStatuses = [
  'todo',
  'in_progress',
  'waiting_client',
  'in_review',
  'on_hold',
  'completed',
  'cancelled',
] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const openTaskStatuses = [
  'todo',
  'in_progress',
  'waiting_client',
  'in_review',
  'on_hold',
] as const satisfies TaskStatus[];

export const isOpenTask = (status: TaskStatus): boolean => status !== 'completed' && status !== 'cancelled';

export const taskMoveNames = [
  'start',
  'resume',
  'complete',
  'submit',
  'wait',
  'approve',
  'reject',
  'reopen',
  'hold',
  'cancel',
] as const;
export type TaskMoveName = (typeof taskMoveNames)[number];

export interface TaskMove {
  name: TaskMoveName;
  from: TaskStatus;
  to: TaskStatus;
  /** Roles that may make the move without tasks.edit; empty if nobody may. */
  by: readonly ('assignee' | 'reviewer')[];
  reason: 'none' | 'required';
}

/** In workflow order, so that the first possible move is the likely next one. */
const moves: readonly TaskMove[] = [
  { name: 'start', from: 'todo', to: 'in_progress', by: ['assignee'], reason: 'none' },
  { name: 'resume', from: 'waiting_client', to: 'in_progress', by: ['assignee'], reason: 'none' },
  { name: 'complete', from: 'in_progress', to: 'completed', by: ['assignee'], reason: 'none' },
  { name: 'submit', from: 'in_progress', to: 'in_review', by: ['assignee'], reason: 'none' },
  { name: 'wait', from: 'in_progress', to: 'waiting_client', by: ['assignee'], reason: 'required' },
  { name: 'approve', from: 'in_review', to: 'completed', by: ['reviewer'], reason: 'none' },
  { name: 'reject', from: 'in_review', to: 'in_progress', by: ['assignee', 'reviewer'], reason: 'required' },
  { name: 'reopen', from: 'completed', to: 'in_progress', by: [], reason: 'required' },
];

/** The parts of a task that its possible moves depend on. */
export interface MovableTask {
  status: TaskStatus;
  /** The status that a task on hold returns to. */
  heldStatus: TaskStatus | null;
  reviewRequired: boolean;
  assigneeIds: readonly string[];
  reviewerId: string | null;
  /** The person who submitted the task for its current or last review. */
  submittedById: string | null;
}

export interface Mover {
  id: string;
  /** Whether the person has tasks.edit. */
  mayEdit: boolean;
}

/** All moves out of the task's current status, whoever may make them. */
export function movesOf({ status, heldStatus, reviewRequired }: MovableTask): TaskMove[] {
  if (!isOpenTask(status)) return moves.filter((move) => move.from === status);
  const onward =
    status === 'on_hold' && heldStatus !== null
      ? [{ name: 'resume', from: status, to: heldStatus, by: ['assignee'], reason: 'none' } as const]
      : moves.filter((move) => move.from === status && !(move.name === 'complete' && reviewRequired));
  const hold = { name: 'hold', from: status, to: 'on_hold', by: ['assignee'], reason: 'required' } as const;
  const cancel = {
    name: 'cancel',
    from: status,
    to: 'cancelled',
    by: ['assignee'],
    reason: 'required',
  } as const;
  return [...onward, ...(status === 'on_hold' ? [] : [hold]), cancel];
}

export const isNamedBy = (task: MovableTask, userId: string): boolean =>
  task.reviewerId === userId || task.assigneeIds.includes(userId);

export const mayMake = (move: TaskMove, task: MovableTask, { id, mayEdit }: Mover): boolean =>
  mayEdit ||
  (move.by.includes('assignee') && task.assigneeIds.includes(id)) ||
  (move.by.includes('reviewer') && task.reviewerId === id);

/** Four-eyes rule: an assignee cannot approve the task's review. */
export const wouldReviewOwnWork = (move: TaskMove, task: MovableTask, { id }: Mover): boolean =>
  move.name === 'approve' && task.reviewRequired && task.assigneeIds.includes(id);

/** The person who submitted the task cannot approve it either, even if they are no longer an assignee. */
export const wouldPassOwnSubmission = (move: TaskMove, task: MovableTask, { id }: Mover): boolean =>
  move.name === 'approve' && task.reviewRequired && task.submittedById === id;

export const movesFor = (task: MovableTask, mover: Mover): TaskMove[] =>
  movesOf(task).filter(
    (move) =>
      mayMake(move, task, mover) &&
      !wouldReviewOwnWork(move, task, mover) &&
      !wouldPassOwnSubmission(move, task, mover),
  );
