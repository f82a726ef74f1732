import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import { addDays } from '@daybook/contracts/plain-date';
import { findBookFaults } from '../books/book-findings.ts';
import { soak } from '../test/effort.ts';
import { eventually, openHouse } from '../test/house.ts';
import type { House } from '../test/house.ts';
import { openSeriesDesk } from '../test/series-desk.ts';

const ofEachKind = soak(1, 84);
const days = soak(95, 3 * 365);
const kills = soak(6, 110);
const databaseKills = soak(1, 8);
const firstDay = '2022-11-01';
const lastDay = addDays(firstDay, days);

jest.setTimeout(soak(180_000, 3 * 3_600_000));

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.owner.pool.query(`create table test_clock (now timestamptz not null);
    insert into test_clock values ('${firstDay}T00:00:00Z'); grant select on test_clock to public`);
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await house.stop();
});

/** Days on which a series falls, found by walking, with nothing of the code that is tried. */
interface Walked {
  rrule: string;
  falls: (date: Date) => boolean;
}

const lastOf = (date: Date) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
const isDay = (date: Date, day: number) => date.getUTCDate() === Math.min(day, lastOf(date));

const kinds: Walked[] = [
  { rrule: 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1', falls: (date) => isDay(date, 31) },
  { rrule: 'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1', falls: (date) => isDay(date, 30) },
  { rrule: 'FREQ=MONTHLY;BYMONTHDAY=15,-1', falls: (date) => date.getUTCDate() === 15 || isDay(date, 31) },
  {
    rrule: 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1',
    falls: (date) => date.getUTCDate() === 1 && (date.getUTCMonth() + 2) % 3 === 0,
  },
  {
    rrule: 'FREQ=MONTHLY;BYDAY=1MO',
    falls: (date) => date.getUTCDay() === 1 && date.getUTCDate() <= 7,
  },
  {
    rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1',
    falls: (date) => date.getUTCMonth() === 1 && isDay(date, 29),
  },
];

function walk({ falls }: Walked, leadDays: number): string[] {
  const found: string[] = [];
  for (let date = firstDay; addDays(date, -leadDays) <= lastDay; date = addDays(date, 1))
    if (falls(new Date(`${date}T00:00:00Z`))) found.push(date);
  return found;
}

const workers: ChildProcess[] = [];

const startWorker = (): ChildProcess =>
  spawn(process.execPath, [path.join(__dirname, '../test/series-worker.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: house.urls.app,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const setClock = (now: string) =>
  eventually(() => house.owner.pool.query('update test_clock set now = $1', [now]));

/** Until nothing that the clock asks for is still to be made. */
const caughtUp = () =>
  eventually(async () => {
    const { rows } = await house.owner.pool.query<{ open: number }>(
      `select (select count(*) from series_progress, test_clock where stale or next_on <= (now at time zone 'UTC')::date)
        + (select count(*) from recurring_letter) as open`,
    );
    if (rows[0]?.open !== 0) throw new Error(`${rows[0]?.open} series are not done`);
  }, 600_000);

/** The days to which the clock is set: on by some, at times far on, at times back. */
function clockSteps(): string[] {
  const steps: string[] = [];
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let date = firstDay; date < lastDay;) {
    const on = random(12) === 0 ? 40 : 1 + random(9);
    date = addDays(date, on) < lastDay ? addDays(date, on) : lastDay;
    steps.push(`${date}T${String(random(24)).padStart(2, '0')}:30:00Z`);
    if (random(6) === 0) steps.push(`${addDays(date, -2)}T21:00:00Z`);
  }
  return [...steps, `${lastDay}T12:00:00Z`];
}

// Assurance INT-10 and INT-11.
it('makes each occurrence once, whoever is killed and whatever the clock does, with no number missing and no mail twice', async () => {
  const { db } = house.app;
  const desk = await openSeriesDesk(db);
  const expected: string[] = [];
  const mailed: string[] = [];
  for (let nth = 0; nth < ofEachKind * kinds.length; nth += 1) {
    const kind = kinds[nth % kinds.length] as Walked;
    const leadDays = nth % 4 === 0 ? 10 : 0;
    const terms = { rrule: kind.rrule, startsOn: firstDay, rule: { leadDays } };
    const task = await desk.task({ ...terms, title: `Task ${nth} {month}` });
    const mode = (['issue', 'issue_send', 'draft'] as const)[nth % 3] ?? 'issue';
    const invoice = await desk.invoice({ ...terms, mode });
    for (const nominal of walk(kind, leadDays)) {
      expected.push(`task ${task} ${nominal}`, `invoice ${invoice} ${nominal}`);
      if (mode === 'issue_send') mailed.push(`${invoice} ${nominal}`);
    }
  }

  const steps = clockSteps();
  workers.push(startWorker(), startWorker());
  let killed = 0;
  for (const [index, now] of steps.entries()) {
    await setClock(now);
    for (; killed < Math.ceil(((index + 1) * kills) / steps.length); killed += 1) {
      // Somewhere in its work: after as long as a run takes, more or less.
      await new Promise((resolve) => setTimeout(resolve, (killed * 37) % 160));
      workers[killed % 2]?.kill('SIGKILL');
      workers[killed % 2] = startWorker();
    }
    if (index % Math.ceil(steps.length / databaseKills) === 1) house.killDatabase();
    await caughtUp();
  }
  for (const worker of workers) worker.kill('SIGKILL');
  expect(killed).toBe(kills);

  const made = await sql<{ what: string }>`
    select 'task ' || series_id || ' ' || nominal_on as what from task where series_id is not null
    union all select 'invoice ' || series_id || ' ' || nominal_on from invoice where series_id is not null`.execute(
    db,
  );
  expect(made.rows.map(({ what }) => what).toSorted()).toEqual(expected.toSorted());
  const mails = await sql<{ what: string }>`
    select invoice.series_id || ' ' || invoice.nominal_on as what
    from invoice_mail mail join invoice on invoice.id = mail.invoice_id`.execute(db);
  expect(mails.rows.map(({ what }) => what).toSorted()).toEqual(mailed.toSorted());
  const runs = await db.selectFrom('seriesRun').select('state').where('state', '<>', 'created').execute();
  expect(runs).toEqual([]);
  const gaps = await sql<{ seq: number }>`select seq from number_gap`.execute(db);
  expect(gaps.rows).toEqual([]);
  expect(await findBookFaults(db)).toEqual([]);
});
