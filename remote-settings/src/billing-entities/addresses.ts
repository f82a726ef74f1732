export const listAddress = '/app/settings/billing_entity';
export const addAddress = `${listAddress}/add`;
export const editAddress = (id: string): string => `${listAddress}/edit/${id}`;
