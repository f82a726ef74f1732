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
/** Time is stored to the minute, so that one entry can end when the next begins. */
export const toMinute = (instant: string | number | Date): Date =>
  new Date(Math.floor(new Date(instant).getTime() / minuteMs) * minuteMs);

/** Zones go from 12 hours behind UTC to 14 ahead: whether the instant is on that day anywhere in the world. */
export const isOfDay = (instant: Date, day: string): boolean => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return (
    instant.getTime() >= midnight - 14 * 60 * minuteMs && instant.getTime() < midnight + dayMs + dayMs / 2
  );
};
/** Whether the day is still in the future everywhere. */
const isToCome = (day: string, now: Date): boolean =>
  Date.parse(`${day}T00:00:00Z`) - 14 * 60 * minuteMs > now.getTime();

/**
 * What to store of an entry: from and to with the minutes between, or only the minutes. Refuses on its field what is missing,
 * reversed, longer than a day, on another day or in the future.
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

/** Refuses, on the field in which it was entered, time that does not fit into the day. */
export function checkRoom(others: number, { startedAt, minutes }: Span): void {
  if (others + minutes > mostMinutes)
    throw refuseField('INPUT_INVALID', startedAt === null ? 'minutes' : 'endedAt', {}, 'DAY_FULL');
}

/** The minutes of a timer: null if less than one, and at most a day if it was forgotten. */
export function runFor(startedAt: string, now: Date): { endedAt: string; minutes: number } | null {
  const from = toMinute(startedAt).getTime();
  const length = Math.min(toMinute(now).getTime() - from, dayMs);
  if (length < minuteMs) return null;
  return { endedAt: new Date(from + length).toISOString(), minutes: length / minuteMs };
}
