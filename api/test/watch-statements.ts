import type { Pool } from 'pg';

/** A statement as the driver receives it. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Records every statement that goes through the pool from now on, including on new connections. */
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
