import { addPath, listPath, recordPath } from '@daybook/contracts/entities';

export const listAddress = listPath('billing_entity');
export const addAddress = addPath('billing_entity');
export const editAddress = (id: string): string => recordPath('billing_entity', id);
export const templateAddress = (id: string): string => recordPath('document_template', id);
export const levelsAddress = (id: string): string => recordPath('reminder_setting', id);
