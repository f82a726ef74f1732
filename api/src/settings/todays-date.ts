/** The day it is in UTC: near enough where no billing entity's zone is asked. */
export const todaysDate = (): string => new Date().toISOString().slice(0, 10);
