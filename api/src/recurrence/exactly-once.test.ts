import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { databaseVariables } from '@daybook/tooling/postgres/pooler';
import { addDays } from '@daybook/contracts/plain-date';
import { makeEntity } from '../../test/fixtures/masters.ts';
import { openSeriesFixture } from '../../test/fixtures/series-fixture.ts';
import { soak } from '../../test/effort.ts';
import { eventually, openInstallation } from '../../test/installation.ts';
import type { Installation } from '../../test/installation.ts';
import { chanceOf, clockSteps, daysOf, movesOf, walkedKinds } from '../../test/series-walk.ts';
import type { Walked } from '../../test/series-walk.ts';
import { theSystem } from '../auth/the-system.ts';
import { findBookFaults } from '../books/book-findings.ts';
import { makersOf } from '../start-series.ts';
import { stepsOf } from './series-steps.ts';

const ofEachKind = soak(1, 84);
const days = soak(95, 3 * 365);
const kills = soak(3, 110);
const databaseKills = soak(1, 8);
const firstDay = '2022-11-01';
const lastDay = addDays(firstDay, days);
/** None is the zone of the client’s entity (UTC). For some hours of each day, the local date differs from the UTC date. */
const zones = ['Asia/Tokyo', 'America/St_Johns', 'Pacific/Kiritimati'];
/** Documents that a person creates are dated today, years after the clock of the runs, so they have numbers of their own. */
const zoneByHand = 'UTC';

jest.setTimeout(soak(180_000, 3 * 3_600_000));

let installation: Installation;
beforeAll(async () => {
  installation = await openInstallation();
  await installation.owner.pool.query(`create table test_clock (now timestamptz not null);
    insert into test_clock values ('${firstDay}T00:00:00Z');
    create table test_fault (series_id uuid primary key, nominal_on date not null);
    create table test_made (series_id uuid, nominal_on date, made_on date);
    grant select on test_clock, test_fault to public; grant all on test_made to public;
    create function fail_or_note() returns trigger language plpgsql as $$
    begin
      if exists (select from test_fault fault where (fault.series_id, fault.nominal_on) = (new.series_id, new.nominal_on)) then
        raise exception 'the books are closed' using errcode = 'DB073';
      end if;
      insert into test_made select new.series_id, new.nominal_on, (test_clock.now at time zone entity.timezone)::date
        from test_clock, billing_entity entity where entity.id = new.entity_id;
      return new;
    end $$;
    create trigger fail_or_note before insert on invoice for each row execute function fail_or_note()`);
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await installation.stop();
});

const workers: ChildProcess[] = [];

const startWorker = (): ChildProcess =>
  spawn(process.execPath, [path.join(__dirname, '../../test/series-worker.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...databaseVariables(installation.urls.app),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const setClock = (now: string) =>
  eventually(() => installation.owner.pool.query('update test_clock set now = $1', [now]));

/** Waits until everything that is due by the clock has been created. */
const caughtUp = () =>
  eventually(async () => {
    const { rows } = await installation.owner.pool.query<{ open: number }>(
      `select (select count(*) from test_clock, series_progress progress join series on series.id = progress.series_id
          left join recurring_invoice of on of.series_id = series.id left join billing_entity entity on entity.id = of.entity_id
          where progress.stale or progress.next_on <= (now at time zone coalesce(entity.timezone, series.zone))::date
            and (progress.next_try_at is null or progress.next_try_at <= now))
        + (select count(*) from recurring_letter) as open`,
    );
    if (rows[0]?.open !== 0) throw new Error(`${rows[0]?.open} series are not done`);
  }, 600_000);

/** The documents that the walk expects at the end. */
interface Expected {
  made: string[];
  mailed: string[];
  completed: string[];
}

/** The last day of some series fails. After the repair it is created by a run or by a person, even if the series was given up. */
const mended = ['by hand', 'by hand when given up', 'by a run'] as const;
type Mended = (typeof mended)[number];

const steps = clockSteps(firstDay, lastDay, chanceOf(7));

/** The last day of the clock in a zone. */
function lastDayIn(timeZone: string): string {
  const local = new Intl.DateTimeFormat('en-CA', { timeZone });
  return steps.map((now) => local.format(new Date(now))).reduce((last, day) => (day > last ? day : last));
}

/** How a series is opened, by its number, and the documents it should create. */
function planOf(nth: number, kind: Walked) {
  const chance = chanceOf(nth + 1);
  const leadDays = nth % 4 === 0 ? 10 : 0;
  const falls = daysOf(kind, firstDay, addDays(lastDay, 60));
  const asked = nth % 2 === 1 ? Math.max(1, Math.floor(falls.length / 2)) : null;
  const ended = asked === null ? falls : falls.slice(0, asked);
  const mend = asked === null ? undefined : mended[Math.floor(nth / 2) % mended.length];
  const isByHand = mend?.startsWith('by hand') === true;
  const zone = isByHand ? zoneByHand : (zones[nth % zones.length] ?? '');
  // A person acts today, when all moved days have passed.
  const moves = isByHand ? new Map<string, string>() : movesOf(ended, firstDay, chance);
  const ends = asked === null ? {} : ({ ends: 'count', endsAfter: asked } as const);
  const due = (day: string) => moves.get(day) ?? day;
  /** A task that is moved to a later day is still created on its original day. An invoice is issued on its new day. */
  const makeOn = (what: 'task' | 'invoice', day: string) =>
    addDays(what === 'task' && due(day) > day ? day : due(day), -leadDays);
  const through = { task: lastDayIn('UTC'), invoice: lastDayIn(zone) };
  const madeOf = (what: 'task' | 'invoice') => ended.filter((day) => makeOn(what, day) <= through[what]);
  return {
    zone,
    terms: { rrule: kind.rrule, startsOn: firstDay, rule: { leadDays }, ...ends },
    moves,
    madeOf,
    isOver: (what: 'task' | 'invoice') => asked !== null && madeOf(what).length === ended.length,
    failing: asked === null ? undefined : ended.at(-1),
    mend,
  };
}

async function openAll(failing: Map<string, Mended>): Promise<Expected> {
  const { db } = installation.app;
  const fixture = await openSeriesFixture(db);
  const entities = new Map<string, string>();
  for (const timezone of [...zones, zoneByHand]) entities.set(timezone, await makeEntity(db, { timezone }));
  const expected: Expected = { made: [], mailed: [], completed: [] };
  for (let nth = 0; nth < ofEachKind * walkedKinds.length; nth += 1) {
    const kind = walkedKinds[nth % walkedKinds.length] as Walked;
    const plan = planOf(nth, kind);
    const mode = (['issue', 'issue_send', 'draft'] as const)[nth % 3] ?? 'issue';
    const entityId = entities.get(plan.zone);
    const opened = {
      task: await fixture.task({ ...plan.terms, title: `Task ${nth} {month}` }),
      invoice: await fixture.invoice({ ...plan.terms, mode, entityId }),
    };
    for (const what of ['task', 'invoice'] as const) {
      const seriesId = opened[what];
      for (const [nominalDate, dueOn] of plan.moves)
        await db
          .insertInto('seriesException')
          .values({ seriesId, nominalDate, skips: false, dueOn, reason: 'Asked for' })
          .execute();
      expected.made.push(...plan.madeOf(what).map((day) => `${what} ${seriesId} ${day}`));
      if (plan.isOver(what)) expected.completed.push(seriesId);
    }
    if (mode === 'issue_send')
      expected.mailed.push(...plan.madeOf('invoice').map((day) => `${opened.invoice} ${day}`));
    if (plan.failing === undefined || plan.mend === undefined || !plan.isOver('invoice')) continue;
    await installation.owner.pool.query('insert into test_fault values ($1, $2)', [
      opened.invoice,
      plan.failing,
    ]);
    failing.set(opened.invoice, plan.mend);
  }
  return expected;
}

/** Repairs the failed series and removes them from those that fail. */
async function mendFailed(failing: Map<string, Mended>): Promise<void> {
  const { rows } = await eventually(() =>
    installation.app.pool.query<{ id: string; nominal: string; status: string }>(
      `select series.id, run.nominal_date::text as nominal, series.status from series_run run join series on series.id = run.series_id
       where run.status = 'failed'`,
    ),
  );
  for (const { id, nominal, status } of rows) {
    const mend = failing.get(id);
    if (mend === undefined || (mend === 'by hand when given up' && status !== 'paused')) continue;
    failing.delete(id);
    await eventually(() =>
      installation.owner.pool.query('delete from test_fault where series_id = $1', [id]),
    );
    if (mend !== 'by a run') await eventually(() => makeByHand(id, nominal));
  }
}

/** A person creates the failed documents, and resumes a series that was given up. */
async function makeByHand(id: string, nominal: string): Promise<void> {
  const steps = stepsOf('invoice', makersOf(true));
  await installation.app.db.transaction().execute(async (db) => {
    const read = () =>
      db.selectFrom('series').select(['version', 'status']).where('id', '=', id).executeTakeFirstOrThrow();
    const { version } = await read();
    await steps.make(db, theSystem, { id, nominal }, version);
    const made = await read();
    if (made.status === 'paused') await steps.resume(db, theSystem, { id, create: [] }, made.version);
  });
}

async function expectAsWalked({ made, mailed, completed }: Expected): Promise<void> {
  const { pool } = installation.app;
  const words = async (query: string) => {
    const { rows } = await pool.query<{ what: string }>(query);
    return rows.map(({ what }) => what).toSorted();
  };
  expect(
    await words(`select 'task ' || series_id || ' ' || nominal_on as what from task where series_id is not null
      union all select 'invoice ' || series_id || ' ' || nominal_on from invoice where series_id is not null`),
  ).toEqual(made.toSorted());
  expect(
    await words(`select invoice.series_id || ' ' || invoice.nominal_on as what
      from invoice_mail mail join invoice on invoice.id = mail.invoice_id`),
  ).toEqual(mailed.toSorted());
  expect(await words(`select id::text as what from series where status = 'completed'`)).toEqual(
    completed.toSorted(),
  );
  expect(await words(`select series_id::text as what from series_run where status <> 'created'`)).toEqual([]);
  expect(await words(`select seq::text as what from number_gap`)).toEqual([]);
  // Invoices are dated in the zone of their billing entity; those that a person created, on the day of creation.
  expect(
    await words(`select invoice.series_id || ' ' || invoice.nominal_on || ' ' || invoice.issue_date || ' ' || made_on as what
      from invoice join test_made using (series_id, nominal_on)
      where invoice.issue_date <> made_on and invoice.issue_date <= '${lastDay}'`),
  ).toEqual([]);
}

// docs/rules.md#each-day-once, docs/rules.md#missed-days
it('every occurrence is created once, whichever server is killed and whatever the clock does, with no number missing and no mail sent twice', async () => {
  const failing = new Map<string, Mended>();
  const expected = await openAll(failing);
  expect([failing.size > 0, expected.completed.length > 0, expected.mailed.length > 0]).toEqual([
    true,
    true,
    true,
  ]);
  workers.push(startWorker(), startWorker());
  let killed = 0;
  for (const [index, now] of steps.entries()) {
    await setClock(now);
    for (; killed < Math.ceil(((index + 1) * kills) / steps.length); killed += 1) {
      // At a random point of its work: after about the time of a run.
      await new Promise((resolve) => setTimeout(resolve, (killed * 37) % 160));
      workers[killed % 2]?.kill('SIGKILL');
      workers[killed % 2] = startWorker();
    }
    if (index % Math.ceil(steps.length / databaseKills) === 1) installation.killDatabase();
    await caughtUp();
    await mendFailed(failing);
  }
  for (const worker of workers) worker.kill('SIGKILL');
  expect(killed).toBe(kills);
  expect([...failing]).toEqual([]);
  await expectAsWalked(expected);
  expect(await findBookFaults(installation.app.db)).toEqual([]);
});
