export const listAddress = '/app/recurring_tasks';
export const addAddress = `${listAddress}/add`;
export const seriesAddress = (id: string): string => `${listAddress}/edit/${id}`;
