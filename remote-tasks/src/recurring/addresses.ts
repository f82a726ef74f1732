import { addPath, listPath, recordPath } from '@daybook/contracts/entities';

export const listAddress = listPath('recurring_task');
export const addAddress = addPath('recurring_task');
export const manyAddress = addPath('recurring_task_batch');
export const extendAddress = addPath('due_override');
export const seriesAddress = (id: string): string => recordPath('recurring_task', id);
/** The form that changes the terms of a series, on its page. */
export const termsAddress = (id: string): string => `${seriesAddress(id)}?terms`;
