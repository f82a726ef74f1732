import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import { mostMinutes } from '@daybook/contracts/tasks/time/task-time';

interface Given {
  workedOn: string;
  startedAt: string | null;
  endedAt: string | null;
  minutes: number | null;
}

export interface Span {
  startedAt: string | null;
  endedAt: string | null;
  minutes: number;
}

const minuteMs = 60_000;
const dayMs = mostMinutes * minuteMs;
/** Time is kept to the minute, so that one thing can end when the next begins. */
export const toMinute = (instant: string | number | Date): Date =>
  new Date(Math.floor(new Date(instant).getTime() / minuteMs) * minuteMs);

/** Zones go from 12 hours behind to 14 ahead: an instant is of the day somewhere. */
export const isOfDay = (instant: Date, day: string): boolean => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return (
    instant.getTime() >= midnight - 14 * 60 * minuteMs && instant.getTime() < midnight + dayMs + dayMs / 2
  );
};
/** Today, wherever the person is. */
const isToCome = (day: string, now: Date): boolean =>
  Date.parse(`${day}T00:00:00Z`) - 14 * 60 * minuteMs > now.getTime();

/**
 * What is to be kept of what was entered: from and to with the minutes between, or minutes alone. Refuses on the fields
 * what is missing, turned round, longer than a day, of another day or still to come.
 */
export function spanOf({ workedOn, startedAt, endedAt, minutes }: Given, now: Date): Span {
  const errors: FieldRefusals = {};
  const fault = (field: keyof Given, code: string) => {
    errors[field] ??= [{ code }];
  };
  if (isToCome(workedOn, now)) fault('workedOn', 'DATE_FUTURE');
  if (startedAt === null && endedAt === null) {
    if (minutes === null) fault('minutes', 'REQUIRED');
    if (Object.keys(errors).length > 0 || minutes === null) throw new Refusal('INPUT_INVALID', {}, errors);
    return { startedAt, endedAt, minutes };
  }
  if (startedAt === null) fault('startedAt', 'REQUIRED');
  if (endedAt === null) fault('endedAt', 'REQUIRED');
  const [from, to] = [toMinute(startedAt ?? 0), toMinute(endedAt ?? 0)];
  const length = to.getTime() - from.getTime();
  if (startedAt !== null && !isOfDay(from, workedOn)) fault('startedAt', 'DATE_RANGE');
  if (length <= 0) fault('endedAt', 'TIME_ORDER');
  if (length > dayMs) fault('endedAt', 'TIME_TOO_LONG');
  if (to > now) fault('endedAt', 'DATE_FUTURE');
  if (Object.keys(errors).length > 0) throw new Refusal('INPUT_INVALID', {}, errors);
  return { startedAt: from.toISOString(), endedAt: to.toISOString(), minutes: length / minuteMs };
}

/** Refuses on the field it was entered in what no day has room for. */
export function checkRoom(others: number, { startedAt, minutes }: Span): void {
  if (others + minutes > mostMinutes)
    throw refuseField('INPUT_INVALID', startedAt === null ? 'minutes' : 'endedAt', {}, 'DAY_FULL');
}

/** The minutes of a timer: none under a minute, and at most a day when it was forgotten. */
export function runFor(startedAt: string, now: Date): { endedAt: string; minutes: number } | null {
  const from = toMinute(startedAt).getTime();
  const length = Math.min(toMinute(now).getTime() - from, dayMs);
  if (length < minuteMs) return null;
  return { endedAt: new Date(from + length).toISOString(), minutes: length / minuteMs };
}
