import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { soak } from '../../../../test/effort.ts';
import { doWaiting, dryRun, openImportDesk, upload } from '../../../../test/fixtures/import-fixture.ts';
import type { ImportDesk } from '../../../../test/fixtures/import-fixture.ts';
import { killAgainAndAgain } from '../../../../test/fixtures/import-worker-fixture.ts';
import { asCsv, importFile } from '../../../../test/import-workbook.ts';

let { api, admin, firm } = {} as ImportDesk;
beforeAll(async () => {
  ({ api, admin, firm } = await openImportDesk());
});
afterAll(() => api.stop());

interface Standing {
  made: number;
  clients: number;
  contacts: number;
}
const standing = async (): Promise<Standing> => {
  const { rows } = await api.ownerPool.query<Standing>(
    `select (select count(*)::int from import_row where outcome = 'made') as made,
       (select count(*)::int from client) as clients, (select count(*)::int from contact) as contacts`,
  );
  return rows[0] ?? { made: 0, clients: 0, contacts: 0 };
};

it('an import that is killed resumes by itself, and makes each client once', async () => {
  const kills = soak(1, 20);
  const size = 200 * (kills + 2);
  const checked = await dryRun(admin, importFile(size, 0, firm).rows);
  expect(checked.counts).toMatchObject({ new: size, refused: 0 });
  await admin.call(clientImports.run, { id: checked.id }, { version: checked.version });
  await killAgainAndAgain(
    api,
    kills,
    async () => (await standing()).made,
    async () => {
      const { made, clients, contacts } = await standing();
      expect([clients, contacts, made % 200]).toEqual([made, made, 0]);
    },
  );
  await doWaiting(api);
  expect(await admin.call(clientImports.open, { id: checked.id })).toMatchObject({
    status: 'done',
    outcomes: { made: size, refused: 0 },
  });
  expect(await standing()).toEqual({ made: size, clients: size, contacts: size });
});

it('the same file, imported twice at the same time, makes each client once', async () => {
  const before = await standing();
  const file = asCsv([
    ['Name', 'Kind', 'Tax treatment', 'Relationship manager', 'Billing entity'],
    ...['Twin A', 'Twin B'].map((name) => [name, 'Company', 'Consumer', firm.crm, firm.entity]),
  ]);
  const checked = await Promise.all(
    [1, 2].map(async () => {
      const { id, columns } = await upload(admin, file);
      return admin.call(clientImports.check, { id, columns, rules: { does: 'new' } });
    }),
  );
  expect(checked.map(({ counts }) => counts.new)).toEqual([2, 2]);
  for (const { id, version } of checked) await admin.call(clientImports.run, { id }, { version });
  await Promise.all([doWaiting(api), doWaiting(api)]);
  expect((await standing()).clients).toBe(before.clients + 2);
});
