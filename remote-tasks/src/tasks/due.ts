import { today } from '@daybook/shared/today';
import { daysAfter } from '../common/days.ts';

/** The date so many days from now, where the person is. */
const inDays = (days: number): string => daysAfter(today(), days);

export const isOverdue = (dueOn: string): boolean => dueOn < inDays(0);

export const dueSpans = ['overdue', 'today', 'week', 'month'] as const;
export type DueSpan = (typeof dueSpans)[number];

/** The days that a filter by time to the due date means, counted from whichever day it is looked at; both ends count. */
export const daysOf: Readonly<Record<DueSpan, { dueFrom?: string; dueTo: string }>> = {
  overdue: { dueTo: 'today-1' },
  today: { dueFrom: 'today', dueTo: 'today' },
  week: { dueFrom: 'today', dueTo: 'today+7' },
  month: { dueFrom: 'today', dueTo: 'today+31' },
};
