export const listAddress = '/app/tasks';
export const deletedAddress = '/app/tasks/deleted';
export const addAddress = '/app/tasks/add';
export const copyAddress = (id: string): string => `${addAddress}?copyOf=${id}`;
export const editAddress = (id: string): string => `/app/tasks/edit/${id}`;
export const recordAddress = (id: string): string => `/app/tasks/view-task/${id}`;
