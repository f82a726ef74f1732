export const listAddress = '/app/recurring_tasks';
export const addAddress = `${listAddress}/add`;
export const manyAddress = `${listAddress}/many`;
export const extendAddress = `${listAddress}/extend`;
export const seriesAddress = (id: string): string => `${listAddress}/edit/${id}`;
/** The terms of a series, as a form on its page. */
export const termsAddress = (id: string): string => `${seriesAddress(id)}?terms`;
