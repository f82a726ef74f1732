import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { timesheets } from '@daybook/contracts/tasks/time/timesheets';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import { effort } from '../../../test/effort.ts';
import { openHoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import type { HoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { brokenHours, lockedTime } from '../../../test/hours-invariants.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';
import { eventually } from '../../../test/installation.ts';
import { waitsForLock } from '../../../test/waits-for-lock.ts';
import { randomOf } from '../../demo/random.ts';

let api: TestApi;
let at: HoursFixture;
let task: Task;
let otherTask: Task;

beforeAll(async () => {
  api = await startTestApi();
  at = await openHoursFixture(api);
  [task, otherTask] = [await at.byHours(), await at.byHours()];
});
afterAll(() => api.stop());

const random = randomOf('hours in SQL');
const day = () => `2026-05-${String(random.int(4, 24)).padStart(2, '0')}`;
const monday = () => random.pick(['2026-05-04', '2026-05-11', '2026-05-18']);
const reached = new Set<string>();

/** Writes as the application’s role, without the server: the laws alone refuse. */
const steps: Record<string, (sql: PoolClient) => Promise<unknown>> = {
  record: (sql) =>
    sql.query(
      `insert into time_entry (id, task_id, user_id, worked_on, minutes, billable) values ($1, $2, $3, $4, $5, true)`,
      [uuidv7(), random.pick([task, otherTask]).id, at.doer.id, day(), random.int(1, 12)],
    ),
  edit: (sql) =>
    sql.query(
      `update time_entry set minutes = $1, worked_on = $2 where id = (select id from time_entry order by md5(id::text || $3) limit 1)`,
      [random.int(1, 12), day(), String(random.int(1, 9))],
    ),
  remove: (sql) =>
    sql.query(
      `update time_entry set removed_at = now() where id = (select id from time_entry where removed_at is null
         order by md5(id::text || $1) limit 1)`,
      [String(random.int(1, 9))],
    ),
  async bill(sql) {
    const [id, taskId] = [uuidv7(), random.pick([task, otherTask]).id];
    await sql.query(
      `insert into time_bill (id, task_id, from_on, to_on) values ($1, $2, '2026-05-01', '2026-05-31')`,
      [id, taskId],
    );
    await sql.query(
      `insert into time_bill_entry (bill_id, entry_id, minutes, rate, amount)
         select $1, id, minutes, 6000, minutes * 100 from time_entry where task_id = $2 and removed_at is null and random() < 0.5`,
      [id, taskId],
    );
    await sql.query(
      `insert into pending_item (id, client_id, entity_id, currency, source, source_id, service_id, description, amount,
           original_amount, tax_code_id, ready_on)
         select gen_random_uuid(), client_id, billing_entity_id, 'EUR', 'time', $1, service_id, title, worth, worth, $3, '2026-06-01'
         from task cross join (select coalesce(sum(amount), 0) as worth from time_bill_entry where bill_id = $1) hours
         where task.id = $2`,
      [id, taskId, at.taxCodeId],
    );
  },
  async release(sql) {
    const { rows } = await sql.query<{ id: string }>(
      `select id from time_bill where released_at is null order by md5(id::text || $1) limit 1`,
      [String(random.int(1, 9))],
    );
    await sql.query(`delete from pending_item where source = 'time' and source_id = $1`, [rows[0]?.id]);
    await sql.query(`update time_bill set released_at = now() where id = $1 and released_at is null`, [
      rows[0]?.id,
    ]);
  },
  week: (sql) =>
    sql.query(
      `insert into time_week (id, user_id, week_on, status) values ($1, $2, $3, 'submitted')
         on conflict (user_id, week_on) do update set version = time_week.version + 1,
           status = case time_week.status when 'open' then 'submitted' else 'open' end`,
      [uuidv7(), at.doer.id, monday()],
    ),
};
const names = Object.keys(steps);

/** A transaction of a few random steps, which a refusal rolls back. */
async function transact(): Promise<void> {
  const sql = await api.appPool.connect();
  const asked = Array.from({ length: random.int(1, 3) }, () => random.pick(names));
  const keeps = random.chance(0.8);
  try {
    await sql.query('begin');
    for (const name of asked) await steps[name]?.(sql);
    await sql.query(keeps ? 'commit' : 'rollback');
    if (keeps) for (const name of asked) reached.add(name);
  } catch (error) {
    await sql.query('rollback');
    reached.add((error as { code: string }).code);
  } finally {
    sql.release();
  }
}

/** Refusals of these laws, and a deadlock, which ends one of two transactions. */
const known = new Set(['DB001', 'DB006', 'DB140', 'DB141', '23505', '40P01']);

const missing = () => [...names, 'DB140', 'DB141'].filter((one) => !reached.has(one));

it(
  'the laws of hours hold in random transactions on two connections at once',
  async () => {
    const rounds = effort(60, 5_000);
    // Rare outcomes need more rounds now and then.
    for (let round = 0; round < rounds || (missing().length > 0 && round < 10 * rounds); round += 1) {
      const before = await lockedTime(api);
      await Promise.all([transact(), transact()]);
      expect(await brokenHours(api)).toEqual([]);
      const after = await lockedTime(api);
      for (const [week, entries] of before) expect(after.get(week) ?? entries).toBe(entries);
    }
    expect([...reached].filter((one) => !names.includes(one) && !known.has(one))).toEqual([]);
    expect(missing()).toEqual([]);
  },
  effort(300_000, 3_600_000),
);

const write = () =>
  [
    `insert into time_entry (id, task_id, user_id, worked_on, minutes) values ($1, $2, $3, '2026-07-08', 5)`,
    [uuidv7(), task.id, at.doer.id],
  ] as const;

describe('a week that one connection locks while another writes time of it', () => {
  const weekOn = '2026-07-06';
  const lock = (sql: PoolClient) =>
    sql.query(`insert into time_week (id, user_id, week_on) values ($1, $2, $3)`, [
      uuidv7(),
      at.doer.id,
      weekOn,
    ]);

  it.each([
    ['rollback', 'done'],
    ['commit', 'DB141'],
  ])('makes the writer wait, who after a %s gets: %s', async (end, expected) => {
    const sql = await api.appPool.connect();
    try {
      await sql.query('begin');
      await lock(sql);
      const [text, values] = write();
      const written = refusedInSql(api, [text, [...values]]);
      await eventually(async () => {
        expect((await api.ownerPool.query(waitsForLock)).rows).not.toEqual([]);
      });
      await sql.query(end);
      expect(await written).toBe(expected);
    } finally {
      sql.release();
    }
  });

  it('is locked with what the other wrote before', async () => {
    await api.ownerPool.query('delete from time_week where week_on = $1', [weekOn]);
    const sql = await api.appPool.connect();
    try {
      await sql.query('begin');
      const [text, values] = write();
      await sql.query(text, [...values]);
      const submitted = at.doer.call(timesheets.submit, { weekOn });
      await eventually(async () => {
        expect((await api.ownerPool.query(waitsForLock)).rows).not.toEqual([]);
      });
      await sql.query('commit');
      expect(await submitted).toMatchObject({ status: 'submitted', minutes: 10 });
    } finally {
      sql.release();
    }
  });
});

describe('the pending item of hours', () => {
  it('stays the item of its bill, and of the client and entity of the task', async () => {
    const own = await at.byHours();
    await at.record(own, 60, { workedOn: '2026-05-27' });
    const { itemId = '' } = await at.bill(own);
    const change = (set: string, ...values: string[]) =>
      refusedInSql(api, [`update pending_item set ${set} where id = $1`, [itemId, ...values]]);
    expect(await change(`source = 'manual', source_id = null`)).toBe('DB001');
    expect(await change('source_id = $2', uuidv7())).toBe('DB001');
    const other = await makeClient(api.db, { name: 'Rao', entityId: at.entityId, crmId: at.admin.id });
    expect(await change('client_id = $2', other)).toBe('DB008');
    expect(await change(`description = 'Advice'`)).toBe('done');
  });
});
