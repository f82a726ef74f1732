export const listAddress = '/app/settings/holiday_calendars';
export const addAddress = `${listAddress}/add`;
export const editAddress = (id: string): string => `${listAddress}/edit/${id}`;
