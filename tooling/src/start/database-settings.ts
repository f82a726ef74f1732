export interface DatabaseSettings {
  DATABASE_URL: string;
  DATABASE_OWNER_URL: string | undefined;
}

const NEAR_MISSES =
  /^(DB|PG|POSTGRES|DATABASE)_?(HOST|PORT|NAME|DATABASE|DB|USER|PASSWORD|PASS|OWNER_URL|DIRECT_URL|REPORTS_URL)$/;

/**
 * The PostgreSQL that the environment names, or undefined if the embedded one is to be used. Incomplete settings are an error: otherwise
 * the firm's books could go to a database that nobody intended.
 */
export function readDatabaseSettings(environment: NodeJS.ProcessEnv): DatabaseSettings | undefined {
  const { DATABASE_URL, DATABASE_OWNER_URL } = environment;
  if (DATABASE_URL) return { DATABASE_URL, DATABASE_OWNER_URL };
  const half = Object.keys(environment).filter((name) => NEAR_MISSES.test(name) && environment[name]);
  if (half.length === 0) return undefined;
  throw new Error(
    `${half.join(', ')} is set but DATABASE_URL is not. Set DATABASE_URL=postgresql://user:password@host:5432/database ` +
      '(and DATABASE_OWNER_URL for the role that migrates), or unset them to use the embedded database.',
  );
}
