import { addPath, listPath, recordPath } from '@daybook/contracts/entities';

export const listAddress = listPath('service');
export const addAddress = addPath('service');
export const editAddress = (id: string): string => recordPath('service', id);

export const taxCodesAddress = listPath('tax_code');
export const addTaxCodeAddress = addPath('tax_code');
export const editTaxCodeAddress = (id: string): string => recordPath('tax_code', id);

export const withholdingAddress = listPath('withholding_code');
export const addWithholdingAddress = addPath('withholding_code');
export const editWithholdingAddress = (id: string): string => recordPath('withholding_code', id);
