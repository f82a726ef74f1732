import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';

/** The free space on the disk of the database, which also holds all files; the server's own disk when the database is on another machine. */
async function freeShare(dataDir: string | undefined): Promise<number> {
  const disk = await statfs(dataDir ?? process.cwd());
  return disk.bavail / disk.blocks;
}

/** Answered even under pressure, so that monitoring sees the pressure and its cause. */
export const alsoUnderPressure = { pressureHandler: () => undefined };

/** live: the process answers. ready: the database takes writes, is migrated, the disk has room (docs/rules.md#health), and it is not about to stop. */
export function healthRoutes(app: FastifyInstance, { pool }: Database, dataDir?: string): void {
  app.decorate('isStopping', false);
  app.get('/api/health/live', { config: alsoUnderPressure }, async () => ({ status: true }));
  app.get('/api/health/ready', async (_request, reply) => {
    const checks = { database: false, migrated: false, disk: false };
    try {
      const probe = await pool.query<{ migrated: boolean; writable: boolean }>(
        `select exists (select from schema_migration) as migrated, not pg_is_in_recovery() as writable`,
      );
      checks.database = probe.rows[0]?.writable ?? false;
      checks.migrated = probe.rows[0]?.migrated ?? false;
      checks.disk = (await freeShare(dataDir)) > 0.1;
    } catch {
      // The checks say which part failed.
    }
    const isReady = !app.isStopping && Object.values(checks).every(Boolean);
    return reply.code(isReady ? 200 : 503).send({ status: isReady, data: checks });
  });
}
