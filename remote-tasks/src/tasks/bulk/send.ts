import type { Outcome } from '@daybook/contracts/bulk';
import { taskBulk, type TaskChange } from '@daybook/contracts/tasks/tasks/task-bulk';
import type { TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { call } from '@daybook/shared/call';
import { i18n } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';
import { queryClient } from '@daybook/shared/query-client';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { inParts } from '../../common/in-parts.ts';

type Send = (part: { id: string; version: number }[]) => Promise<{ results: Outcome[] }>;

export const changed = (results: readonly Outcome[]): Outcome[] =>
  results.filter(({ outcome }) => outcome === 'changed');
export const refused = (results: readonly Outcome[]): Outcome[] =>
  results.filter(({ outcome }) => outcome === 'refused');

export const changeEach = (
  rows: readonly TaskRow[],
  change: TaskChange,
  send: (input: { tasks: { id: string; version: number }[]; change: TaskChange }) => ReturnType<Send>,
  onPart: (results: Outcome[]) => void,
): Promise<Outcome[]> => inParts(rows, (tasks) => send({ tasks, change }), onPart);

/** Undoes a change to many tasks, even if the person has left the page. A notice says how many were undone and how many could not be. */
export async function takeBack(results: readonly Outcome[]): Promise<void> {
  const t = i18n.getFixedT(null, 'tasks');
  const asked = changed(results).map(({ id, version = 1 }) => ({ id, version }));
  const keys = new Map<string, string>();
  const send: Send = (tasks) => {
    const [first] = tasks;
    const key = keys.get(first?.id ?? '') ?? crypto.randomUUID();
    keys.set(first?.id ?? '', key);
    return call(taskBulk.undo, { tasks }, { idempotencyKey: key });
  };
  try {
    const undone = await inParts(asked, send);
    const left = refused(undone);
    notify.success(t('bulk.undone', { count: undone.length - left.length }));
    if (left.length > 0)
      notify.failure(`${t('bulk.refused', { count: left.length })}: ${left[0]?.refused?.message ?? ''}`);
  } catch (error) {
    notify.failure(refusalText(error));
  }
  await queryClient.invalidateQueries();
}

/** Says how many tasks were changed, and offers an undo. */
export function tellChanged(results: readonly Outcome[]): void {
  const t = i18n.getFixedT(null, 'tasks');
  notify.success(t('bulk.done', { count: changed(results).length }), {
    action: { label: t('bulk.undo'), run: () => void takeBack(results) },
  });
}
