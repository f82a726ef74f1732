import fc from 'fast-check';
import { packageCycles } from '@daybook/contracts/settings/packages/packages';
import { addDays } from '@daybook/contracts/plain-date';
import { soak } from '../../../../test/effort.ts';
import { dryRun, openImporter, rowsOf, runWhole, undone } from '../../../../test/fixtures/import-fixture.ts';
import type { Importer } from '../../../../test/fixtures/import-fixture.ts';
import { sellAt } from '../../../../test/fixtures/subscription-fixture.ts';

let { api, admin, standing, entityId } = {} as Importer;
const names = packageCycles.map((cycle) => `Sold ${cycle}`);
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  ({ api, admin, standing, entityId } = await openImporter());
  const { sell } = await sellAt({ api, admin, entityId });
  for (const cycle of packageCycles)
    await sell({
      name: `Sold ${cycle}`,
      cycle,
      validTo: addDays(today, 200),
      ...(cycle === 'once' && { recurringTasks: [] }),
    });
});
afterAll(() => api.stop());

const aRow = fc.record({
  name: fc.constantFrom(...names, 'Unheard of', ''),
  days: fc.integer({ min: -900, max: 260 }),
  billing: fc.constantFrom('', 'In advance', 'In arrears'),
});

/** What was made of the clients of a file, by their codes. */
async function standsOf(clientIds: readonly string[]) {
  const { rows } = await api.ownerPool.query<{ subscriptions: number; past: number }>(
    `select (select count(*)::int from subscription where client_id = any ($1)) as subscriptions,
       (select count(*)::int from invoice where client_id = any ($1)) as past`,
    [clientIds],
  );
  return rows[0];
}

it('every row with a package that the dry run lets pass is made as it said, and every other one is refused there', async () => {
  let file = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(aRow, { minLength: 1, maxLength: 25 }), async (drawn) => {
      file += 1;
      const plain = { name: '', days: 0, billing: '' };
      const rows = [plain, ...drawn].map(({ name, days, billing }, no) => {
        const start = name === '' ? '' : addDays(today, days);
        return [`R${file}-${no}`, `Random ${file} ${no}`, name, start, name === '' ? '' : billing];
      });
      const heads = ['Code', 'Name', 'Package', 'Package from', 'Package invoiced'];
      const checked = await dryRun(admin, [heads, ...rows], standing);
      const said = await rowsOf(admin, checked.id);
      const passed = said.filter(({ faults }) => faults.length === 0);
      const withPackage = passed.filter(({ id }) => rows[Number(id) - 2]?.[2] !== '');
      expect(checked.alsoMakes.subscriptions).toBe(withPackage.length);
      const done = await runWhole(api, admin, checked, true);
      expect(done.outcomes).toMatchObject({ made: passed.length, refused: rows.length - passed.length });
      const made = (await rowsOf(admin, checked.id)).flatMap(({ record }) => record?.id ?? []);
      const past = passed.flatMap(({ warnings }) =>
        warnings.flatMap(({ code, message }) =>
          code === 'PACKAGE_PAST' ? Number(/\d+/.exec(message)?.[0]) : [],
        ),
      );
      const pastInAll = past.reduce((all, some) => all + some, 0);
      expect(await standsOf(made)).toEqual({ subscriptions: withPackage.length, past: pastInAll });
      const kept = past.length;
      expect(await undone(api, admin, checked.id)).toMatchObject({ undone: passed.length - kept, kept });
    }),
    { numRuns: soak(3, 60), seed: soak(20_261_128, Date.now()) },
  );
});
