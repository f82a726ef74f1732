import { listPath, recordPath } from '@daybook/contracts/entities';

export const listAddress = listPath('reminder_setting');
export const levelsAddress = (entityId: string): string => recordPath('reminder_setting', entityId);
