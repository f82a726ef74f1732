import type { Job, JobItem } from '@daybook/contracts/jobs/jobs';
import type { Tone } from '@daybook/shared/record/status-tag';

/** The tone of each status of a job, and of each outcome of an item. */
export const tones: Record<Job['status'] | JobItem['status'], Tone> = {
  waiting: 'waiting',
  running: 'info',
  done: 'done',
  cancelled: 'draft',
  refused: 'overdue',
  skipped: 'info',
};
