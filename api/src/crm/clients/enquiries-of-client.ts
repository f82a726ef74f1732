import { sql } from 'kysely';

/** Selects the ids of the enquiries that the client came from, with those merged into them. */
export const enquiriesOf = (clientId: string) => sql<string>`(select enquiries_of_client(${clientId}))`;
