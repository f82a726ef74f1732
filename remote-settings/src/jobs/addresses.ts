import { recordPath } from '@daybook/contracts/entities';

export const jobAddress = (id: string): string => recordPath('job', id);
