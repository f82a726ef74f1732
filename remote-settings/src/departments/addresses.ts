export const listAddress = '/app/settings/departments';
export const addAddress = `${listAddress}/add`;
export const editAddress = (id: string): string => `${listAddress}/edit/${id}`;
