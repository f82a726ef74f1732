/** Today’s date in UTC: close enough if no billing entity’s zone applies. */
export const todaysDate = (): string => new Date().toISOString().slice(0, 10);
