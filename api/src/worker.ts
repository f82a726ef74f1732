import Fastify from 'fastify';
import { pino } from 'pino';
import { makeSetupCode } from './auth/first-user.ts';
import { startBackground } from './background.ts';
import { healthRoutes } from './http/health.ts';
import { securityLog } from './http/security-log.ts';
import { loggerOptions } from './http/server.ts';
import { endPrinting } from './pdf/print-pdf.ts';
import { configOrExit, listen, onStop, openConfigured } from './process.ts';

/** Only the background work, beside servers that leave it to the worker (BACKGROUND=0). Its only endpoints are the health checks. */
async function start(): Promise<void> {
  const config = configOrExit();
  const log = pino(loggerOptions(config.LOG_LEVEL));
  const database = await openConfigured(config, log);
  const app = Fastify({ forceCloseConnections: 'idle' });
  healthRoutes(app, database, { dataDir: config.DATA_DIR, floorMb: config.DISK_FLOOR_MB });
  const stopBackground = startBackground(database, config, log, securityLog(log));
  onStop(async () => {
    app.isStopping = true;
    await Promise.all([app.close(), stopBackground()]);
    await endPrinting();
    await database.close();
  });
  const code = await makeSetupCode(database.db);
  const url = await listen(app, config);

  console.log(`The worker answers on ${url}/api/health/ready`);
  if (code)
    console.log(
      `No one can sign in yet. Open ${config.PUBLIC_URL ?? 'Daybook'} and set up the first person with this code: ${code}`,
    );
}

start().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
