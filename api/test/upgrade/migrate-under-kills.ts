import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { randomOf } from '../../src/demo/random.ts';

const start = (ownerUrl: string) => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'migrating.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_OWNER_URL: ownerUrl,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, ended };
};

/**
 * Starts three servers' migrations at once, and kills all three (kill -9) in the middle of a file, `kills` times. Returns after
 * the last three have ended by themselves: how often a kill came before the end, and their exit codes.
 */
export async function migrateUnderKills(ownerUrl: string, kills: number) {
  const random = randomOf('migrations under kills');
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const filesDone = async (): Promise<number> => {
    const { rows } = await owner.query<{ done: number }>(
      'select count(*)::int as done from schema_migration',
    );
    return rows[0]?.done ?? 0;
  };
  let killed = 0;
  for (let round = 0; round < kills; round += 1) {
    const until = (await filesDone()) + random.int(1, Math.ceil(40 / kills));
    const three = [start(ownerUrl), start(ownerUrl), start(ownerUrl)];
    const isOver = Promise.all(three.map(({ ended }) => ended)).then(() => true);
    while ((await filesDone()) < until && !(await Promise.race([isOver, pause(5, false)])));
    await pause(random.int(0, 20));
    const wereCutOff = three.map(({ child }) => child.kill('SIGKILL'));
    if (wereCutOff.some(Boolean)) killed += 1;
    await isOver;
  }
  const codes = await Promise.all(
    [start(ownerUrl), start(ownerUrl), start(ownerUrl)].map(({ ended }) => ended),
  );
  await owner.end();
  return { killed, codes };
}
