import { today } from '@daybook/shared/today';
import { daysAfter } from '../common/days.ts';

/** The date in that many days, in the person's zone. */
const inDays = (days: number): string => daysAfter(today(), days);

export const isOverdue = (dueOn: string): boolean => dueOn < inDays(0);

export const dueSpans = ['overdue', 'today', 'week', 'month'] as const;
export type DueSpan = (typeof dueSpans)[number];

/** The dates of each filter by due date, relative to the day on which the list is read. Both ends are included. */
export const daysOf: Readonly<Record<DueSpan, { dueFrom?: string; dueTo: string }>> = {
  overdue: { dueTo: 'today-1' },
  today: { dueFrom: 'today', dueTo: 'today' },
  week: { dueFrom: 'today', dueTo: 'today+7' },
  month: { dueFrom: 'today', dueTo: 'today+31' },
};
