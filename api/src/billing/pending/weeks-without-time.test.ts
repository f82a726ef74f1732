import { unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import { may, openHoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import type { HoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let at: HoursFixture;

beforeAll(async () => {
  api = await startTestApi();
  at = await openHoursFixture(api);
});
afterAll(() => api.stop());

it('unbilled hours name the assignees who recorded no time in one of their weeks', async () => {
  const executive = { userType: 'executive', keys: ['tasks.view'] } as const;
  const [ann, bob] = [
    await api.as({ ...executive, name: 'Ann' }),
    await api.as({ ...executive, name: 'Bob' }),
  ];
  const task = await at.byHours({ assigneeIds: [ann.id, bob.id] });
  const elsewhere = await at.byHours({ assigneeIds: [bob.id] });
  const time = { minutes: 30, billable: true };
  const work = (who: Caller, taskId: string, workedOn: string) =>
    who.call(timeEntries.create, { ...time, taskId, workedOn });
  await work(ann, task.id, '2026-05-10');
  await work(ann, task.id, '2026-05-12');
  await work(ann, task.id, '2026-05-17');
  const forgotten = await work(bob, task.id, '2026-05-11');
  await work(bob, elsewhere.id, '2026-05-04');
  await bob.call(timeEntries.remove, { id: forgotten.id }, { version: forgotten.version });
  await work(bob, task.id, '2026-05-18');
  const bobs = { id: bob.id, label: 'Bob' };
  const anns = { id: ann.id, label: 'Ann' };
  expect((await at.admin.call(unbilledHours.open, { id: task.id, ...may })).withoutTime).toEqual([
    { person: bobs, weekOn: '2026-05-11' },
    { person: anns, weekOn: '2026-05-18' },
  ]);
});
