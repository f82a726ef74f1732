import { isDeepStrictEqual } from 'node:util';
import type { HistoryPart, HistoryStep } from '@daybook/contracts/history';
import { part } from './history-part.ts';
import type { AuditRow, Fields } from './audit-rows.ts';

const stepOf = (before: unknown, after: unknown): HistoryStep =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';

const byTitle = (steps: unknown): Map<string, unknown> | null =>
  Array.isArray(steps) ? new Map((steps as { title: string }[]).map((step) => [step.title, step])) : null;

/** The steps of a category are stored in one column; they show one by one, by their titles. */
export function changedSteps(before: Fields, after: Fields): HistoryPart[] {
  const [was, is] = [byTitle(before['checklist']), byTitle(after['checklist'])];
  if (was === null || is === null) return [];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((title) => !isDeepStrictEqual(was.get(title), is.get(title)))
    .map((label) => part('checklist', stepOf(was.get(label), is.get(label)), { label }));
}

/** More days than this, such as a year imported from a file, show only as their number. */
const mostDays = 12;

/** The days of a calendar that a statement wrote; the audit log stores them by date, with their names. */
export function changedDays({ body: { before, after } }: AuditRow): HistoryPart[] {
  const days = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  const [first = ''] = days;
  if (days.length > mostDays) return [part('days', stepOf(before[first], after[first]), { no: days.length })];
  return days.map((date) =>
    part('day', stepOf(before[date], after[date]), {
      label: String(after[date] ?? before[date]),
      changes: [{ field: 'day', before: null, after: { as: 'date', date } }],
    }),
  );
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Columns of several parts; each part shows as a field of its own. */
const parted: ReadonlySet<string> = new Set(['rule', 'address']);

/** The fields of a row, with the parts of a rule and of an address as fields. */
export const withParts = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, unknown][] =>
      parted.has(name) && isObject(value)
        ? Object.entries(value).map(([one, part]): [string, unknown] => [`${name}.${one}`, part])
        : [[name, value]],
    ),
  );
