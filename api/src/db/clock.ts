import { sql } from 'kysely';

/** Now, as the tests may say it; null is the database's clock, which all servers share. */
export type Clock = string | null;

export const at = (clock: Clock) => sql<string>`coalesce(${clock}::timestamptz, now())`;
