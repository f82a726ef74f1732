import { sql } from 'kysely';

/** The current time, which only tests set. Null stands for the database's clock, which all servers share. */
export type Clock = string | null;

export const at = (clock: Clock) => sql<string>`coalesce(${clock}::timestamptz, now())`;
