import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { soak } from '../../../../test/effort.ts';
import { doWaiting, dryRun, openImportDesk, undone } from '../../../../test/fixtures/import-fixture.ts';
import type { ImportDesk } from '../../../../test/fixtures/import-fixture.ts';
import { killAgainAndAgain } from '../../../../test/fixtures/import-worker-fixture.ts';
import { sellAt } from '../../../../test/fixtures/subscription-fixture.ts';
import { importFile } from '../../../../test/import-workbook.ts';

let { api, admin, firm, entityId } = {} as ImportDesk;
beforeAll(async () => {
  ({ api, admin, firm, entityId } = await openImportDesk());
  const seller = await api.as({ userType: 'super_admin' });
  const { sell } = await sellAt({ api, admin: seller, entityId });
  await sell({ name: 'Small firm' });
});
afterAll(() => api.stop());

interface Standing {
  made: number;
  clients: number;
  due: number;
  subscriptions: number;
  invoiceSeries: number;
  taskSeries: number;
  tasks: number;
}
const standing = async (): Promise<Standing> => {
  const { rows } = await api.ownerPool.query<Standing>(
    `select (select count(*)::int from import_row where outcome = 'made' and undo is null) as made,
       (select count(*)::int from import_row where outcome = 'made' and undo is null and verdict ? 'alsoMakes') as due,
       (select count(*)::int from client) as clients, (select count(*)::int from subscription) as subscriptions,
       (select count(*)::int from series where kind = 'invoice') as "invoiceSeries",
       (select count(*)::int from series where kind = 'task') as "taskSeries", (select count(*)::int from task) as tasks`,
  );
  return rows[0] as Standing;
};

/** Each client that was made has its package, whole and once. */
const expectWhole = async () => {
  const { made, clients, due, ...parts } = await standing();
  expect(clients).toBe(made);
  expect(parts).toEqual({ subscriptions: due, invoiceSeries: due, taskSeries: due, tasks: due });
};

it('an import that is killed gives each client its package once, and so does its undo take it', async () => {
  const kills = soak(1, 20);
  const size = 200 * (kills + 1);
  const [headings = [], ...rows] = importFile(size, 0, firm).rows;
  const withPackages = rows.map((row, no) => [
    ...row.map((cell, at) => (headings[at] === 'Package' && no % 10 === 3 ? 'Small firm' : cell)),
    no % 10 === 3 ? '2030-01-01' : '',
  ]);
  const checked = await dryRun(admin, [[...headings, 'Package from'], ...withPackages]);
  expect(checked).toMatchObject({
    counts: { new: size, refused: 0 },
    alsoMakes: { subscriptions: size / 10, invoices: 0 },
  });
  await admin.call(clientImports.run, { id: checked.id }, { version: checked.version });
  await killAgainAndAgain(api, kills, async () => (await standing()).made, expectWhole);
  await doWaiting(api);
  await expectWhole();
  expect(await standing()).toMatchObject({ made: size, subscriptions: size / 10 });
  expect(await undone(api, admin, checked.id)).toMatchObject({ status: 'undone', undone: size, kept: 0 });
  await expectWhole();
});
