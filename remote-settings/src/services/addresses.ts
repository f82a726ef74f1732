export const listAddress = '/app/settings/services';
export const addAddress = `${listAddress}/add`;
export const editAddress = (id: string): string => `${listAddress}/edit/${id}`;

export const taxCodesAddress = `${listAddress}/tax_codes`;
export const addTaxCodeAddress = `${taxCodesAddress}/add`;
export const editTaxCodeAddress = (id: string): string => `${taxCodesAddress}/edit/${id}`;

export const withholdingAddress = `${listAddress}/withholding`;
export const addWithholdingAddress = `${withholdingAddress}/add`;
export const editWithholdingAddress = (id: string): string => `${withholdingAddress}/edit/${id}`;
