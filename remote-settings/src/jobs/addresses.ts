import { recordPath } from '@daybook/contracts/entities';

export const jobAddress = (id: string): string => recordPath('job', id);
export const invoiceAddress = (id: string): string => recordPath('invoice', id);
export const clientAddress = (id: string): string => recordPath('client', id);
