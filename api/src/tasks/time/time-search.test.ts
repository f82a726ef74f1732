import type { InputOf } from '@daybook/contracts/endpoint';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import { openTaskFixture, type TaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let doer: Caller;
let reviewer: Caller;
let make: TaskFixture['make'];

beforeAll(async () => {
  api = await startTestApi();
  ({ admin, doer, reviewer, make } = await openTaskFixture(api));
});
afterAll(() => api.stop());

type NewTime = InputOf<typeof timeEntries.create>;
const record = (who: Caller, taskId: string, more: Partial<NewTime>) =>
  who.call(timeEntries.create, { taskId, workedOn: '2026-03-02', ...more });
const day = (n: number) => `2026-04-0${n}`;

describe('time on tasks', () => {
  it('can be searched, filtered, counted with its sum and exported', async () => {
    const client = await make({ title: 'Déclaration annuelle' });
    const plain = await make({ title: 'Filing room', clientId: null, internal: true, billable: false });
    await record(doer, client.id, { minutes: 60, workedOn: day(1), billable: true, note: 'Asset list' });
    await record(doer, client.id, { minutes: 30, workedOn: day(2) });
    await record(doer, plain.id, { minutes: 15, workedOn: day(3) });
    const found = async (query: InputOf<typeof timeEntries.list>) =>
      (await doer.call(timeEntries.list, query)).rows.map(({ minutes }) => minutes);
    const april = { from: day(1), to: day(9) };
    expect(await found({ filter: april })).toEqual([15, 30, 60]);
    expect(await found({ filter: april, sort: 'workedOn', pageSize: 2 })).toEqual([60, 30]);
    expect(await found({ filter: april, q: 'declaration dupont' })).toEqual([30, 60]);
    expect(await found({ filter: april, q: plain.no })).toEqual([15]);
    expect(await found({ filter: april, q: 'asset' })).toEqual([60]);
    expect(await found({ filter: { ...april, billable: 'true' } })).toEqual([60]);
    expect(await found({ filter: { ...april, clientId: client.client?.id ?? '' } })).toEqual([30, 60]);
    expect(await found({ filter: { ...april, userId: reviewer.id } })).toEqual([]);
    expect(await doer.call(timeEntries.total, { filter: april })).toEqual({
      total: 3,
      isCapped: false,
      minutes: 105,
    });
    const file = await doer.inject({ url: `/api/v1/time-entries/export?format=csv&filter[from]=${day(1)}` });
    expect(file.body).toContain('2026-04-01,Doer,');
    expect((await reviewer.call(timeEntries.list, { filter: april })).rows).toEqual([]);
  });

  it('is found, newest first, by a word that hundreds of other entries hold too', async () => {
    const own = await make({ title: 'Plain work' });
    await record(doer, own.id, { minutes: 25, workedOn: '2026-05-02', note: 'Stocktake in Lyon' });
    await record(doer, own.id, { minutes: 35, workedOn: '2026-05-03', note: 'Stocktake in Paris' });
    const others = await make({ title: 'Work of others', assigneeIds: [reviewer.id], reviewerId: null });
    await api.ownerPool.query(
      `insert into time_entry (id, task_id, user_id, worked_on, minutes, billable, note)
       select gen_random_uuid(), $1, $2, date '2020-01-01' + n, 10, false, 'Stocktake ' || n from generate_series(1, 600) n`,
      [others.id, reviewer.id],
    );
    for (const [who, total, minutes] of [
      [doer, 2, 60],
      [admin, 602, 6060],
    ] as const) {
      const { rows } = await who.call(timeEntries.list, { q: 'stocktake', sort: '-workedOn' });
      expect(rows.slice(0, 2).map((row) => row.minutes)).toEqual([35, 25]);
      expect(await who.call(timeEntries.total, { q: 'stocktake' })).toMatchObject({ total, minutes });
      expect((await who.call(timeEntries.list, { q: 'lyon stocktake' })).rows).toMatchObject([
        { minutes: 25 },
      ]);
    }
  });
});
