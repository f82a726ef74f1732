import type { TestApi } from './test-api.ts';

type Statement = readonly [sql: string, values?: unknown[]];

/** Runs statements in one transaction as the application’s role. Returns the SQLSTATE of the refusal, or "done". */
export async function refusedInSql(api: TestApi, ...statements: readonly Statement[]): Promise<string> {
  const client = await api.appPool.connect();
  try {
    await client.query('begin');
    for (const [sql, values] of statements) await client.query(sql, values);
    await client.query('commit');
    return 'done';
  } catch (error) {
    await client.query('rollback');
    return (error as { code: string }).code;
  } finally {
    client.release();
  }
}
