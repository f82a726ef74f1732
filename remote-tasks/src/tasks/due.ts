import { today } from '@daybook/shared/today';
import { daysAfter } from '../common/days.ts';

/** The date so many days from now, where the person is. */
const inDays = (days: number): string => daysAfter(today(), days);

export const isOverdue = (dueOn: string): boolean => dueOn < inDays(0);

export const dueSpans = ['overdue', 'today', 'week', 'month'] as const;
export type DueSpan = (typeof dueSpans)[number];

/** The dates that a filter by time to the due date means today; both ends count. */
export const datesOf = (span: DueSpan): { dueFrom?: string; dueTo: string } =>
  ({
    overdue: { dueTo: inDays(-1) },
    today: { dueFrom: inDays(0), dueTo: inDays(0) },
    week: { dueFrom: inDays(0), dueTo: inDays(7) },
    month: { dueFrom: inDays(0), dueTo: inDays(31) },
  })[span];
