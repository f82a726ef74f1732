import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { pino } from 'pino';
import { databaseVariables } from '@daybook/tooling/postgres/pooler';
import { notifications } from '@daybook/contracts/notifications';
import { statementSchedules } from '@daybook/contracts/receivables/statements/statement-schedules';
import { statementRecipients } from '@daybook/contracts/receivables/statements/statements';
import { uuidv7 } from 'uuidv7';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { soak } from '../../../test/effort.ts';
import { eventually } from '../../../test/installation.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { doJobs, noTurn } from '../../jobs/do-jobs.ts';
import { kindsOfJobs } from '../../start-jobs.ts';
import { runSchedules } from './run-schedules.ts';
import { nextDays } from './save-schedule.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
let silent: string;

async function contact(clientId: string, name: string): Promise<void> {
  const id = uuidv7();
  await api.db
    .insertInto('contact')
    .values({ id, name, email: `${name}@acme.test` })
    .execute();
  await api.db
    .insertInto('clientContact')
    .values({ clientId, contactId: id, no: 1, roles: ['billing'] })
    .execute();
}

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
  const { entityId, clientId } = fixture;
  const second = await makeClient(api.db, { entityId, crmId: admin.id, name: 'Second' });
  silent = await makeClient(api.db, { entityId, crmId: admin.id, name: 'Silent' });
  await contact(clientId, 'ada');
  await contact(second, 'ben');
  for (const id of [clientId, second, silent]) await fixture.issued(1_000, { clientId: id });
  await api.ownerPool.query(`create table test_clock (now timestamptz not null);
    insert into test_clock values ('2026-03-01T00:00:00Z'); grant select on test_clock to public`);
});
afterAll(() => api.stop());
afterEach(async () => {
  await api.ownerPool.query('delete from statement_schedule');
  await api.ownerPool.query('update installation set held_since = null');
});

const work = async (clock: string) => {
  await runSchedules(api.db, { clock, log: pino({ level: 'silent' }) });
  await doJobs(api.db, { kinds: kindsOfJobs, canMail: true, turn: noTurn() });
};
/** The schedule as it stood on a day before today. */
const begin = (id: string, day: string) =>
  api.ownerPool.query('update statement_schedule set next_nominal = $2, next_on = $2 where id = $1', [
    id,
    day,
  ]);
const schedule = (name: string, caller = admin, more: object = {}) =>
  caller.call(statementSchedules.create, { name, every: 'month', onDay: 5, shift: 'none', ...more });
const runsOf = async (id: string) =>
  (
    await api.ownerPool.query<{ day: string }>(
      'select nominal_on::text as day from statement_run where schedule_id = $1 order by 1',
      [id],
    )
  ).rows.map(({ day }) => day);
/** The mails of a job: client and number of mails. */
const mailsOf = async (scheduleId: string) =>
  (
    await api.ownerPool.query<{ nominal: string; client: string; mails: number }>(
      `select nominal_on::text as nominal, client.name as client, count(*)::int as mails
       from statement_run run join client_mail mail on mail.run_id = run.job_id join client on client.id = mail.client_id
       where schedule_id = $1 group by 1, 2 order by 1, 2`,
      [scheduleId],
    )
  ).rows;

it('many statements are sent in a job with a result for each client, and the reason of those who get none', async () => {
  const { id } = await admin.call(statementRecipients.sendAll, {
    from: '2026-03-01',
    asOf: '2026-03-31',
    filter: { entityId: fixture.entityId },
  });
  await work('2026-04-01T00:00:00Z');
  const { rows } = await api.ownerPool.query<{ status: string; code: string | null; made: boolean }>(
    `select status, refusal ->> 'code' as code, made is not null as made from job_item where job_id = $1 order by subject = $2, no`,
    [id, silent],
  );
  expect(rows).toEqual([
    { status: 'done', code: null, made: true },
    { status: 'done', code: null, made: true },
    { status: 'refused', code: 'ADDRESSEE_REQUIRED', made: false },
  ]);
  expect((await admin.call(notifications.list, {})).rows[0]).toMatchObject({
    kind: 'statements_sent',
    params: { done: 2, refused: 1 },
    record: { kind: 'job', id },
  });
  const nobody = { asOf: '2026-02-01', filter: { entityId: fixture.entityId } };
  expect(await admin.refused(statementRecipients.sendAll, nobody)).toMatchObject({ code: 'STATEMENT_EMPTY' });
});

it('a schedule covers the month before, sends the last of its missed days only, and is held after a restore', async () => {
  const { id } = await schedule('Monthly');
  await begin(id, '2026-03-05');
  await work('2026-03-04T23:00:00Z');
  expect(await runsOf(id)).toEqual([]);
  await api.ownerPool.query('update installation set held_since = now()');
  await work('2026-07-20T12:00:00Z');
  expect(await runsOf(id)).toEqual([]);
  await api.ownerPool.query('update installation set held_since = null');
  await work('2026-07-20T12:00:00Z');
  expect(await runsOf(id)).toEqual(['2026-07-05']);
  const { rows } = await api.ownerPool.query<{ payload: object }>(
    `select distinct payload from job_item join statement_run run using (job_id) where run.schedule_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ payload: { kind: 'period', from: '2026-06-01', asOf: '2026-06-30' } }]);
  expect((await admin.call(statementSchedules.open, { id })).lastOn).toBe('2026-07-20');
});

it('a schedule that fails holds up no other, and sends its day at the next look', async () => {
  const made = [await schedule('One'), await schedule('Two'), await schedule('Three')];
  for (const { id } of made) await begin(id, '2026-05-05');
  const failing = made.map(({ id }) => id).toSorted()[0] ?? '';
  await api.ownerPool.query(`create function fail_to_run() returns trigger language plpgsql as $$
    begin
      if new.schedule_id = '${failing}' then raise exception 'not run'; end if;
      return new;
    end $$;
    create trigger fail_to_run before insert on statement_run for each row execute function fail_to_run()`);
  const sent = async () => (await Promise.all(made.map(({ id }) => runsOf(id)))).flat().length;
  await work('2026-05-05T12:00:00Z');
  expect([await sent(), await runsOf(failing)]).toEqual([2, []]);
  await api.ownerPool.query('drop function fail_to_run cascade');
  await work('2026-05-05T12:00:00Z');
  expect([await sent(), await runsOf(failing)]).toEqual([3, ['2026-05-05']]);
});

it('a day that an edit brings back is not sent again, and holds up no other schedule', async () => {
  const early = await schedule('Early');
  const other = await schedule('Other');
  await begin(early.id, '2026-03-05');
  await work('2026-03-05T12:00:00Z');
  await begin(early.id, '2026-03-05');
  await begin(other.id, '2026-03-06');
  await work('2026-03-06T12:00:00Z');
  expect(await runsOf(early.id)).toEqual(['2026-03-05']);
  expect(await runsOf(other.id)).toEqual(['2026-03-06']);
});

it('a day that a weekend moves is still sent if the schedule is changed in between, and one moved to the past is not lost', async () => {
  // 1 February 2026 is a Sunday, as is 1 March.
  const first = { every: 'month' as const, onDay: 1, calendarId: null };
  const onSunday = await nextDays(api.db, { ...first, shift: 'next' }, '2026-02-01');
  expect(onSunday).toEqual({ nextNominal: '2026-02-01', nextOn: '2026-02-02' });
  const { id } = await schedule('Before the first', admin, { onDay: 1, shift: 'previous' });
  await begin(id, '2026-02-01');
  await work('2026-02-28T12:00:00Z');
  expect(await runsOf(id)).toEqual(['2026-03-01']);
});

it('a schedule whose owner is inactive or lost the permission rests, and the admins are told', async () => {
  for (const change of [
    `update app_user set status = 'deactivated' where id = $1`,
    'delete from user_grant where user_id = $1',
  ]) {
    const owner = await api.as({
      userType: 'crm',
      keys: ['reports.client_ledgers'],
      scope: 'all',
      name: 'Ravi',
    });
    const { id } = await schedule(change, owner);
    await begin(id, '2026-03-05');
    await api.ownerPool.query(change, [owner.id]);
    await work('2026-03-05T12:00:00Z');
    expect(await runsOf(id)).toEqual([]);
    expect(await admin.call(statementSchedules.open, { id })).toMatchObject({
      status: 'paused',
      pausedFor: 'owner',
    });
    expect((await admin.call(notifications.list, {})).rows[0]).toMatchObject({
      kind: 'statements_paused',
      record: { kind: 'statement_schedule', id },
    });
  }
});

it('a schedule sees only the clients in its owner’s scope of that day', async () => {
  const owner = await api.as({ userType: 'crm', keys: ['reports.client_ledgers'], scope: 'own' });
  const { id } = await schedule('Own', owner);
  await begin(id, '2026-04-05');
  await api.ownerPool.query('update client set crm_id = $1 where id = $2', [owner.id, fixture.clientId]);
  await work('2026-04-05T12:00:00Z');
  expect((await mailsOf(id)).map(({ mails }) => mails)).toEqual([1]);
  await api.ownerPool.query('update client set crm_id = $1 where id = $2', [admin.id, fixture.clientId]);
});

const start = (): ChildProcess =>
  spawn(process.execPath, [path.join(__dirname, '../../../test/statement-worker.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...databaseVariables(api.urls.app),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

it('each day of each schedule is sent once, whichever of two workers is killed', async () => {
  const kills = soak(3, 60);
  const months = soak(3, 24);
  const monthly = await schedule('Every month');
  const open = await schedule('Every quarter', admin, { kind: 'open_items', every: 'quarter', onDay: 10 });
  await begin(monthly.id, '2026-04-05');
  await begin(open.id, '2026-04-10');
  const workers = [start(), start()];
  try {
    for (let month = 0; month < months; month += 1) {
      const now = new Date(Date.UTC(2026, 3 + month, 20)).toISOString();
      await api.ownerPool.query('update test_clock set now = $1', [now]);
      for (let killed = 0; killed < kills / months; killed += 1) {
        await new Promise((resolve) => setTimeout(resolve, (month * 97 + killed * 31) % 200));
        workers[month % 2]?.kill('SIGKILL');
        workers[month % 2] = start();
      }
      await eventually(async () => {
        const { rows } = await api.ownerPool.query<{ open: number }>(
          `select (select count(*) from statement_schedule, test_clock where next_on <= now::date)
             + (select count(*) from job where ended_at is null) as open`,
        );
        if (Number(rows[0]?.open) !== 0) throw new Error(`${rows[0]?.open} are not done`);
      }, 120_000);
    }
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
  }
  const days = Array.from({ length: months }, (_, month) =>
    new Date(Date.UTC(2026, 3 + month, 5)).toISOString().slice(0, 10),
  );
  const names = (await mailsOf(monthly.id)).map(({ client }) => client);
  expect(await runsOf(monthly.id)).toEqual(days);
  expect(await mailsOf(monthly.id)).toEqual(
    days.flatMap((nominal) => [...new Set(names)].map((client) => ({ nominal, client, mails: 1 }))),
  );
  expect(new Set(names).size).toBe(2);
  const quarterly = await runsOf(open.id);
  expect(quarterly.length).toBe(Math.ceil(months / 3));
  expect((await mailsOf(open.id)).every(({ mails }) => mails === 1)).toBe(true);
});
