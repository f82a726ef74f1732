import { addPath, listPath, recordPath } from '@daybook/contracts/entities';

export const listAddress = listPath('exchange_rate');
export const addAddress = addPath('exchange_rate');
export const editAddress = (id: string): string => recordPath('exchange_rate', id);
