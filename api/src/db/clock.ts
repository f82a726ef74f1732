import { sql } from 'kysely';

/** The present moment; only tests set it. Null is the database's clock, which all servers share. */
export type Clock = string | null;

export const at = (clock: Clock) => sql<string>`coalesce(${clock}::timestamptz, now())`;
