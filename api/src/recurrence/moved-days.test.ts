import fc from 'fast-check';
import { addDays } from '@daybook/contracts/plain-date';
import { openSeriesFixture } from '../../test/fixtures/series-fixture.ts';
import type { SeriesFixture } from '../../test/fixtures/series-fixture.ts';
import { soak } from '../../test/effort.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';
import { theSystem } from '../auth/the-system.ts';
import { makersOf } from '../start-series.ts';
import { findNextDays } from './find-next-days.ts';
import { runSeries } from './run-series.ts';
import { readSeries } from './series-due.ts';
import { stepsOf } from './series-steps.ts';
import { upcomingOf } from './upcoming.ts';

jest.setTimeout(soak(60_000, 600_000));

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
const makers = makersOf(false);

/** Does everything that a server would have done by noon of a day. */
async function until(day: string): Promise<void> {
  const clock = `${day}T12:00:00Z`;
  while ((await findNextDays(api.db, clock)) > 0);
  while ((await runSeries(api.db, { makers, log, clock })) > 0);
}

/** Moves the due day of one day of the rule, as a person would. */
async function move(id: string, nominal: string, dueOn: string): Promise<void> {
  await api.db
    .insertInto('seriesException')
    .values({ seriesId: id, nominalDate: nominal, skips: false, dueOn, reason: 'Asked for' })
    .execute();
  await api.db.updateTable('seriesProgress').set({ stale: true }).where('seriesId', '=', id).execute();
}

const madeOf = async (id: string) =>
  (
    await api.db
      .selectFrom('seriesRun')
      .select(['nominalDate', 'status'])
      .where('seriesId', '=', id)
      .orderBy('nominalDate')
      .execute()
  ).map(({ nominalDate, status }) => `${nominalDate} ${status}`);

const progressOf = (id: string) =>
  api.db.selectFrom('seriesProgress').selectAll().where('seriesId', '=', id).executeTakeFirstOrThrow();

const monthly = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=10', startsOn: '2024-01-01' };

it('a day that is moved later hides none after it: each is created on its own day', async () => {
  const id = await fixture.invoice({ ...monthly, mode: 'draft' });
  await move(id, '2024-02-10', '2024-06-20');
  await until('2024-01-10');
  await until('2024-03-10');
  expect(await madeOf(id)).toEqual(['2024-01-10 created', '2024-03-10 created']);
  expect(await progressOf(id)).toMatchObject({ doneThrough: '2024-01-10', nextOn: '2024-04-10' });
  await until('2024-04-10');
  await until('2024-05-10');
  await until('2024-06-10');
  expect(await progressOf(id)).toMatchObject({ nextNominal: '2024-02-10', nextOn: '2024-06-20' });
  await until('2024-06-20');
  expect(await progressOf(id)).toMatchObject({ doneThrough: '2024-06-10', nextOn: '2024-07-10' });
  expect(await madeOf(id)).toEqual([1, 2, 3, 4, 5, 6].map((month) => `2024-0${month}-10 created`));
});

it('a day that is moved before its predecessor is created when the preview shows it', async () => {
  const id = await fixture.invoice({ ...monthly, mode: 'draft' });
  await until('2024-01-10');
  await move(id, '2024-03-10', '2024-02-01');
  await until('2024-01-20');
  expect(await progressOf(id)).toMatchObject({ nextNominal: '2024-03-10', nextOn: '2024-02-01' });
  await until('2024-02-01');
  expect(await madeOf(id)).toEqual(['2024-01-10 created', '2024-03-10 created']);
  expect(await progressOf(id)).toMatchObject({ doneThrough: '2024-01-10', nextOn: '2024-02-10' });
  await until('2024-02-10');
  expect(await progressOf(id)).toMatchObject({ doneThrough: '2024-03-10', nextOn: '2024-04-10' });
});

it('a day that is moved later does not hide missed days after it, nor stop the series', async () => {
  const id = await fixture.task({ ...monthly, catchUp: 'ask' });
  await until('2024-01-10');
  await move(id, '2024-02-10', '2030-01-01');
  await until('2024-05-15');
  expect(
    await api.db.selectFrom('series').select('pausedFor').where('id', '=', id).executeTakeFirst(),
  ).toEqual({
    pausedFor: 'missed',
  });
  const series = await readSeries(api.db, id);
  if (!series) throw new Error('there is no series');
  const { missed } = await upcomingOf(api.db, { ...series, today: '2024-05-15' });
  expect(missed.map(({ nominal }) => nominal)).toEqual(['2024-03-10', '2024-04-10', '2024-05-10']);
  const { version } = await api.db
    .selectFrom('series')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await stepsOf('task', makers).resume(api.db, theSystem, { id, create: ['2024-04-10'] }, version);
  const runs = await madeOf(id);
  expect(runs.filter((run) => run.endsWith('created'))).toEqual(['2024-01-10 created', '2024-04-10 created']);
  expect(runs).toContain('2024-03-10 skipped');
  expect(runs.some((run) => run.startsWith('2024-02-10'))).toBe(false);
  // The series counts as done up to the last occurrence before the moved one.
  expect(await progressOf(id)).toMatchObject({ doneThrough: '2024-01-10' });
});

it('every day is created once, on its own day, whichever way days are moved', async () => {
  const days = Array.from({ length: 8 }, (_one, index) => addDays('2024-01-10', index * 7));
  const moves = fc.uniqueArray(
    fc.record({ at: fc.nat(days.length - 1), by: fc.integer({ min: -20, max: 30 }) }),
    { maxLength: 4, selector: ({ at }) => at },
  );
  await fc.assert(
    fc.asyncProperty(moves, async (moved) => {
      const id = await fixture.invoice({
        rrule: 'FREQ=WEEKLY;BYDAY=WE',
        startsOn: '2024-01-10',
        ends: 'count',
        endsAfter: days.length,
        mode: 'draft',
        catchUp: 'all',
      });
      const dueOf = new Map(days.map((day) => [day, day]));
      for (const { at, by } of moved) {
        const nominal = days[at] ?? '';
        // Nothing can be moved to a day before the change.
        const due = addDays(nominal, by) < '2024-01-10' ? '2024-01-10' : addDays(nominal, by);
        dueOf.set(nominal, due);
        await move(id, nominal, due);
      }
      for (let day = '2024-01-10'; day <= addDays(days.at(-1) ?? '', 30); day = addDays(day, 1)) {
        await until(day);
        const made = (await madeOf(id)).map((run) => run.slice(0, 10));
        expect(made).toEqual(days.filter((nominal) => (dueOf.get(nominal) ?? '') <= day));
      }
      expect(
        await api.db.selectFrom('series').select('status').where('id', '=', id).executeTakeFirst(),
      ).toEqual({ status: 'completed' });
    }),
    { numRuns: soak(4, 60), seed: soak(20_261_128, Date.now()), endOnFailure: true },
  );
});
