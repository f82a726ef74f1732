export const listAddress = '/app/settings/exchange_rates';
export const addAddress = `${listAddress}/add`;
export const editAddress = (id: string): string => `${listAddress}/edit/${id}`;
