import { reasonIn, tellerOf } from './tell-of-restarts.ts';

const full = `The embedded PostgreSQL did not start. The end of its log (postgres.log):
2026-11-29 08:28:44 UTC [9] LOG:  redo done at 0/5FFF0A8
2026-11-29 08:28:44 UTC [9] FATAL:  could not write to file "pg_wal/xlogtemp.9": No space left on device
2026-11-29 08:28:44 UTC [8] LOG:  startup process (PID 9) exited with exit code 1
2026-11-29 08:28:44 UTC [8] LOG:  database system is shut down`;

it('names the reason, not the last line of PostgreSQL', () => {
  expect(reasonIn(full)).toMatch(/^2026-11-29 08:28:44 UTC \[9\] FATAL: .* No space left on device$/);
  expect(reasonIn('Error: spawn postgres ENOENT')).toBe('Error: spawn postgres ENOENT');
});

it('says so once a minute while the server starts and ends every second', () => {
  const said: string[] = [];
  let now = 0;
  const teller = tellerOf(
    (line) => void said.push(line),
    () => now,
  );
  for (; now < 59_000; now += 1_000) {
    teller.failed(full);
    teller.restarted();
  }
  expect(said).toEqual([expect.stringContaining('does not start'), expect.stringContaining('runs again')]);
});

it('says that the server runs again whenever it said that it does not', () => {
  const said: string[] = [];
  let now = 0;
  const teller = tellerOf(
    (line) => void said.push(line),
    () => now,
  );
  teller.restarted();
  now = 50_000;
  teller.failed(full);
  now = 55_000;
  teller.restarted();
  expect(said.map((line) => line.includes('runs again'))).toEqual([true, false, true]);
});
