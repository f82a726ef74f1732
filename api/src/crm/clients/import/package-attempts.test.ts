import { clients } from '@daybook/contracts/crm/clients/clients';
import { firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { dryRun, openImporter, rowsOf, runWhole } from '../../../../test/fixtures/import-fixture.ts';
import type { Importer } from '../../../../test/fixtures/import-fixture.ts';
import { sellAt } from '../../../../test/fixtures/subscription-fixture.ts';
import type { Selling } from '../../../../test/fixtures/subscription-fixture.ts';

let { api, admin, standing, made, entityId } = {} as Importer;
let sold: Selling;
beforeAll(async () => {
  ({ api, admin, standing, made, entityId } = await openImporter());
  sold = await sellAt({ api, admin, entityId });
});
afterAll(() => api.stop());

const heads = ['Code', 'Name', 'Package', 'Package from', 'Package invoiced'];
const monthly = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=20' };

const workOf = async (name: string, rule = monthly) => {
  const terms = { name, titleTemplate: name, rule };
  const { id, version } = await admin.call(recurringTaskCategories.create, terms);
  const deactivate = () =>
    admin.call(recurringTaskCategories.edit, { id, ...terms, active: false }, { version });
  return { id, deactivate };
};
const faultsOf = async (id: string) =>
  (await rowsOf(admin, id)).map(({ faults }) => faults.map(({ field, code }) => `${field ?? ''} ${code}`));
const standingNow = async () =>
  (
    await api.ownerPool.query<Record<string, string>>(
      `select (select count(*) from client) as clients, (select count(*) from subscription) as subscriptions,
         (select count(*) from series) as series, (select count(*) from task) as tasks,
         (select last_value from client_code) as codes`,
    )
  ).rows[0];

describe('the dry run of an import that gives packages', () => {
  it('refuses what applying the package would refuse of its work, and leaves nothing behind', async () => {
    const idle = await workOf('No longer done');
    const daily = await workOf('Every day', { rrule: 'FREQ=DAILY' });
    await sold.sell({ name: 'With idle work', recurringTasks: [{ categoryId: idle.id }] });
    await sold.sell({
      name: 'With daily work',
      cycle: 'yearly',
      recurringTasks: [{ categoryId: daily.id }],
    });
    await idle.deactivate();
    const { id: clientId } = await made('Has no package yet', { oldCode: 'W-0' });
    const before = await standingNow();
    const earlier = firstOfMonth(monthNumber(new Date().toISOString()) - 48);
    const rows = [
      heads,
      ['W-0', 'Has no package yet', 'With idle work', '2030-01-01', ''],
      ['W-1', 'Idle 1', 'With idle work', '2030-01-01', ''],
      ['W-2', 'Idle 2', 'With idle work', '2030-01-01', ''],
      ['W-3', 'Too long ago', 'With daily work', earlier, ''],
      ['W-4', 'In time', 'With daily work', '2030-01-01', ''],
    ];
    const checked = await dryRun(admin, rows, standing);
    expect(checked).toMatchObject({
      counts: { new: 1, changed: 0, refused: 4 },
      alsoMakes: { subscriptions: 1, invoices: 0 },
    });
    expect(await faultsOf(checked.id)).toEqual([
      ['package PACKAGE_PART_INACTIVE'],
      ['package PACKAGE_PART_INACTIVE'],
      ['package PACKAGE_PART_INACTIVE'],
      ['packageStart PACKAGE_WORK_TOO_EARLY'],
      [],
    ]);
    const tooEarly = (await rowsOf(admin, checked.id))[3];
    expect(tooEarly).toMatchObject({ warnings: [], changes: [] });
    expect(tooEarly?.faults[0]?.message).toContain('800');
    expect(await standingNow()).toEqual(before);
    expect(await admin.call(clients.open, { id: clientId })).toMatchObject({ version: 1 });
    expect(await runWhole(api, admin, checked, true)).toMatchObject({ outcomes: { made: 1, refused: 4 } });
  });

  it('is followed by the import itself, which refuses at the column what has been deactivated since', async () => {
    const work = await workOf('Soon idle');
    await sold.sell({ name: 'With work that is soon idle', recurringTasks: [{ categoryId: work.id }] });
    const rows = [heads, ['L-1', 'Too late', 'With work that is soon idle', '2030-01-01', '']];
    const checked = await dryRun(admin, rows, standing);
    expect(checked.counts).toMatchObject({ new: 1, refused: 0 });
    await work.deactivate();
    expect(await runWhole(api, admin, checked)).toMatchObject({ outcomes: { made: 0, refused: 1 } });
    expect(await faultsOf(checked.id)).toEqual([['package PACKAGE_PART_INACTIVE']]);
  });
});
