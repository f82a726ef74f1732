import type { Db } from '../db/database.ts';
import type { Refusal } from '@daybook/contracts/refusals';
import { openSeriesFixture } from '../../test/fixtures/series-fixture.ts';
import type { SeriesFixture } from '../../test/fixtures/series-fixture.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { theSystem } from '../auth/the-system.ts';
import { makersOf } from '../start-series.ts';
import { runSeries } from './run-series.ts';
import { stepsOf } from './series-steps.ts';
import { runsOf, seriesOf, tasksOf, until } from '../../test/series-runs.ts';

let api: TestApi;
let fixture: SeriesFixture;

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  fixture = await openSeriesFixture(api.db);
});
afterAll(() => api.stop());

const log = { warn: () => undefined };
const monthly = 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1';

// docs/rules.md#state-machines
describe('a person', () => {
  it('can take only the declared steps, whatever the status of the series', async () => {
    const statuses = ['active', 'paused', 'completed', 'cancelled'] as const;
    const steps = stepsOf('task', makersOf(false));
    const next = '2024-01-31';
    const tried = {
      pause: (db: Db, id: string) => steps.pause(db, theSystem, { id, reason: 'x' }, 1),
      resume: (db: Db, id: string) => steps.resume(db, theSystem, { id, create: [] }, 1),
      cancel: (db: Db, id: string) => steps.cancel(db, theSystem, { id, reason: 'x' }, 1),
      skip: (db: Db, id: string) => steps.skip(db, theSystem, { id, nominal: next, reason: 'x' }, 1),
      move: (db: Db, id: string) =>
        steps.move(db, theSystem, { id, nominal: next, dueOn: '2024-02-05', reason: 'x' }, 1),
      restore: (db: Db, id: string) => steps.restore(db, theSystem, { id, nominal: next }, 1),
    };
    const taken: string[] = [];
    for (const status of statuses) {
      for (const [name, step] of Object.entries(tried)) {
        const id = await fixture.task({ rrule: monthly });
        await api.db
          .updateTable('series')
          .set({ status, pausedFor: status === 'paused' ? 'person' : null })
          .where('id', '=', id)
          .execute();
        const refused = await api.db
          .transaction()
          .execute((db) => step(db, id))
          .then(() => null)
          .catch(({ code }: Refusal) => code);
        if (refused === null) taken.push(`${status}: ${name} → ${(await seriesOf(api.db, id)).status}`);
        else if (refused !== 'STATE_NOT_ALLOWED') taken.push(`${status}: ${name} refused ${refused}`);
      }
    }
    expect(taken).toEqual([
      'active: pause → paused',
      'active: cancel → cancelled',
      'active: skip → active',
      'active: move → active',
      'active: restore → active',
      'paused: resume → active',
      'paused: cancel → cancelled',
      'paused: skip → paused',
      'paused: move → paused',
      'paused: restore → paused',
    ]);
  });

  it('can act during a run: one of the two waits, and nothing is created twice', async () => {
    const id = await fixture.task({ rrule: monthly });
    await until(api.db, '2024-01-30');
    const steps = stepsOf('task', makersOf(false));
    const clock = '2024-01-31T12:00:00Z';
    await Promise.all([
      api.db.transaction().execute((db) => steps.pause(db, theSystem, { id, reason: 'holidays' }, 1)),
      runSeries(api.db, { makers: makersOf(false), log, clock }),
    ]);
    expect(await tasksOf(api.db, id)).toHaveLength((await runsOf(api.db, id)).length);
    expect(await seriesOf(api.db, id)).toMatchObject({ status: 'paused', nextOn: null });
  });
});
