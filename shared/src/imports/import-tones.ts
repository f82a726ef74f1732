/** The colours of an import, of its rows before the run, and of what they did. */
export const statusTones = {
  read: 'draft',
  checked: 'waiting',
  running: 'waiting',
  cancelled: 'draft',
  done: 'done',
  undoing: 'waiting',
  undone: 'draft',
} as const;

export const stateTones = {
  new: 'done',
  changed: 'waiting',
  same: 'draft',
  left: 'draft',
  refused: 'overdue',
} as const;

export const outcomeTones = {
  made: 'done',
  changed: 'done',
  same: 'draft',
  left: 'draft',
  refused: 'overdue',
} as const;
