import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { databaseVariables } from '@daybook/tooling/postgres/pooler';
import { addDays, weekdayOf } from '@daybook/contracts/plain-date';
import { reminderLevels } from '@daybook/contracts/receivables/reminders/reminder-levels';
import { soak } from '../../../test/effort.ts';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeEntity } from '../../../test/fixtures/masters.ts';
import { makeDebtor } from '../../../test/fixtures/reminder-fixture.ts';
import { eventually } from '../../../test/installation.ts';
import { chanceOf } from '../../../test/series-walk.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

const kills = soak(3, 30);
const clients = soak(2, 30);
const zones = ['Asia/Tokyo', 'America/St_Johns', 'Pacific/Kiritimati'];
const hour = 9;
const dueOn = '2026-03-31';
const lastDay = addDays('2026-05-20', soak(0, 72));
const levels = [
  { no: 0, name: 'Note', offsetDays: -3, minDays: 2 },
  { no: 1, name: 'First', offsetDays: 7, minDays: 5 },
  { no: 2, name: 'Second', offsetDays: 21, minDays: 5 },
  { no: 3, name: 'Last', offsetDays: 35, minDays: 5 },
];

jest.setTimeout(soak(120_000, 1_800_000));

let api: TestApi;
let admin: Caller;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
  await api.ownerPool.query(`create table test_clock (now timestamptz not null);
    insert into test_clock values ('2026-03-20T00:00:00Z'); grant select on test_clock to public`);
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await api.stop();
});

const startWorker = (): ChildProcess =>
  spawn(process.execPath, [path.join(__dirname, '../../../test/reminder-worker.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...databaseVariables(api.urls.app),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** The clock goes on by some days, in the night or at noon, and at times falls back by two days. */
function clockSteps(): string[] {
  const chance = chanceOf(11);
  const all: string[] = [];
  for (let day = '2026-03-20'; day < lastDay; day = addDays(day, 2 + chance(4))) {
    all.push(`${day}T${chance(2) === 0 ? '02' : '23'}:30:00Z`);
    if (chance(5) === 0) all.push(`${addDays(day, -2)}T23:00:00Z`);
  }
  return all;
}
const steps = clockSteps();
const localOf = (now: string, timeZone: string) => {
  const [day = '', time = ''] = new Date(now).toLocaleString('sv-SE', { timeZone }).split(' ');
  return { day, hour: Number(time.slice(0, 2)) };
};

/** The days on which a run takes place in a zone: each once, none earlier than the one before, at its hour, from Monday to Friday. */
function runDays(timeZone: string): string[] {
  const days: string[] = [];
  for (const now of steps) {
    const local = localOf(now, timeZone);
    if (local.hour >= hour && weekdayOf(local.day) < 6 && local.day > (days.at(-1) ?? ''))
      days.push(local.day);
  }
  return days;
}

/** What a client gets that owes one invoice and never pays. */
function expectedOf(timeZone: string): string[] {
  const given: { no: number; day: string }[] = [];
  for (const day of runDays(timeZone)) {
    const last = given.at(-1);
    const next = (last?.no ?? -1) > 0 ? (last?.no ?? 0) + 1 : 1;
    const isNote = day <= dueOn && given.length === 0;
    const level = levels.find(({ no }) => no === (isNote ? 0 : next));
    if (!level || day < addDays(dueOn, level.offsetDays)) continue;
    if (last && day < addDays(last.day, level.minDays)) continue;
    given.push({ no: level.no, day });
  }
  return given.map(({ no, day }) => `${no} ${day}`);
}

/** Waits until the runs that are due by the clock have ended. */
const caughtUp = (now: string, entities: readonly (readonly [string, string])[]) =>
  eventually(async () => {
    for (const [timeZone, entityId] of entities) {
      const local = localOf(now, timeZone);
      if (local.hour < hour || weekdayOf(local.day) > 5) continue;
      const { rows } = await api.ownerPool.query(
        'select from reminder_run where entity_id = $1 and day >= $2 and ended_at is not null',
        [entityId, local.day],
      );
      if (rows.length === 0) throw new Error(`the run of ${local.day} in ${timeZone} has not ended`);
    }
  }, 600_000);

it('each reminder is given once, whichever server is killed and whatever the clock does, and no mail is written twice', async () => {
  const entities: [string, string][] = [];
  const expected: string[] = [];
  for (const timeZone of zones) {
    const entityId = await makeEntity(api.db, { timezone: timeZone });
    const fixture = await openBillingFixture(api, admin, { entityId });
    for (let no = 1; no <= clients; no += 1) {
      const clientId = await makeDebtor(api.db, {
        name: `C${entities.length}${no}`,
        entityId,
        crmId: admin.id,
      });
      await fixture.issued(10_000, { clientId });
      expected.push(...expectedOf(timeZone).map((one) => `${clientId} ${one}`));
    }
    entities.push([timeZone, entityId]);
    const given = levels.map(({ no: _no, ...level }) => level);
    await admin.call(
      reminderLevels.edit,
      { id: entityId, mode: 'send', hour, levels: given },
      { version: 1 },
    );
  }
  expect(expected.length).toBeGreaterThan(2 * clients * zones.length);

  workers.push(startWorker(), startWorker());
  let killed = 0;
  for (const [index, now] of steps.entries()) {
    await api.ownerPool.query('update test_clock set now = $1', [now]);
    for (; killed < Math.ceil(((index + 1) * kills) / steps.length); killed += 1) {
      // At a random point of its work: after about the time of a run.
      await new Promise((resolve) => setTimeout(resolve, (killed * 37) % 160));
      workers[killed % 2]?.kill('SIGKILL');
      workers[killed % 2] = startWorker();
    }
    await caughtUp(now, entities);
  }
  for (const worker of workers) worker.kill('SIGKILL');
  expect(killed).toBe(kills);

  const { rows } = await api.ownerPool.query<{ what: string }>(
    `select client_id || ' ' || level || ' ' || day as what from reminder`,
  );
  expect(rows.map(({ what }) => what).toSorted()).toEqual(expected.toSorted());
  const { rows: written } = await api.ownerPool.query<{ mails: number; messages: number }>(
    'select (select count(*) from client_mail) as mails, (select count(*) from email_message) as messages',
  );
  expect(written).toEqual([{ mails: expected.length, messages: expected.length }]);
});
