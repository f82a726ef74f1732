import { addPath, listPath, recordPath } from '@daybook/contracts/entities';

export const listAddress = listPath('holiday_calendar');
export const addAddress = addPath('holiday_calendar');
export const editAddress = (id: string): string => recordPath('holiday_calendar', id);
