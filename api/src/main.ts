import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { makeSetupCode } from './auth/first-user.ts';
import { startBackground } from './background.ts';
import type { Database } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { securityLog } from './http/security-log.ts';
import { buildServer, loggerOptions } from './http/server.ts';
import { endPrinting } from './pdf/print-pdf.ts';
import { configOrExit, listen, onStop, openConfigured, withReports } from './process.ts';

/** Imported only here, so that no other start loads the code of the demo firm. */
async function fillWithDemo(database: Database): Promise<string> {
  const { fillDemo } = await import('./demo/fill-demo.ts');
  const { signInTable } = await import('./demo/sign-ins.ts');
  return signInTable(await fillDemo(database, { say: (line) => console.log(`  ${line}`) }));
}

async function start(): Promise<void> {
  const config = configOrExit();
  const log = pino(loggerOptions(config.LOG_LEVEL));
  const appRole = decodeURIComponent(new URL(config.DATABASE_URL).username);
  if (!config.DATABASE_OWNER_URL) {
    log.warn(
      'DATABASE_OWNER_URL is not set: the server migrates as its own role and could alter its own laws',
    );
  }
  const { applied } = await migrate(
    config.DATABASE_OWNER_URL ?? config.DATABASE_DIRECT_URL ?? config.DATABASE_URL,
    appRole,
  );
  if (applied.length > 0) console.log(`Database brought up to date: ${applied.join(', ')}`);

  const database = await openConfigured(config, log);
  const signIns = config.DAYBOOK_DEMO ? await fillWithDemo(database) : null;
  const served = await withReports(database, config, log);
  const app = await buildServer(served, config);
  const stopBackground = config.BACKGROUND
    ? startBackground(database, config, log, securityLog(log))
    : undefined;
  onStop(async () => {
    app.isStopping = true;
    await wait(config.STOP_DELAY_MS);
    await app.close();
    await stopBackground?.();
    await endPrinting();
    await served.close();
  });
  // Each code replaces the one before it, so only one of several servers makes it.
  const code = config.BACKGROUND ? await makeSetupCode(database.db) : null;
  const url = await listen(app, config);

  console.log(`Daybook answers on ${url}`);
  if (signIns) console.log(`\nThe demo firm is ready. Sign in as:\n\n${signIns}\n`);
  if (code)
    console.log(
      `No one can sign in yet. Open the page above and set up the first person with this code: ${code}`,
    );
}

start().catch((error: Error & { code?: string }) => {
  const known =
    error.code === 'EADDRINUSE'
      ? `Port ${process.env.PORT ?? 3000} is taken. Set PORT to another one.`
      : error.code === 'DEMO_REFUSED' && error.message;
  console.error(known || error);
  process.exit(1);
});
