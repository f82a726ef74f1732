import type { Pool } from 'pg';

/** What the driver is given. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Keeps every statement that goes through the pool from now on, new connections included. */
export function watchStatements(pool: Pool): Statement[] {
  const seen: Statement[] = [];
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const watched = (...given: unknown[]) => {
      const [text, values] = given;
      if (typeof text === 'string') seen.push({ text, values: Array.isArray(values) ? values : [] });
      return send(...given);
    };
    client.query = watched as typeof client.query;
  });
  return seen;
}
