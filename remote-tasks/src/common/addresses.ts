import { addPath, editPath, listPath, recordPath } from '@daybook/contracts/entities';

export const listAddress = listPath('task');
export const deletedAddress = listPath('deleted_task');
export const addAddress = addPath('task');
export const copyAddress = (id: string): string => `${addAddress}?copyOf=${id}`;
export const editAddress = (id: string): string => editPath('task', id);
export const recordAddress = (id: string): string => recordPath('task', id);
