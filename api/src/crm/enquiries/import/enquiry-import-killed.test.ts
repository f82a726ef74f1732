import { enquiryImports } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import { soak } from '../../../../test/effort.ts';
import { startEnquiries } from '../../../../test/fixtures/enquiry-fixture.ts';
import { standing as rules } from '../../../../test/fixtures/enquiry-import-fixture.ts';
import { doWaiting, importsOf } from '../../../../test/fixtures/import-fixture.ts';
import { killAgainAndAgain } from '../../../../test/fixtures/import-worker-fixture.ts';
import type { Caller, TestApi } from '../../../../test/test-api.ts';

const { dryRun, open } = importsOf(enquiryImports);

let api: TestApi;
let admin: Caller;
beforeAll(async () => {
  ({ api, admin } = await startEnquiries());
});
afterAll(() => api.stop());

const heads = ['Name', 'E-mail', 'Stage', 'Notes'];
const rowsOf = (many: number, name: string) => [
  heads,
  ...Array.from({ length: many }, (_none, at) => [
    `${name} ${at}`,
    `${name}${at}@kill.example`,
    'Contacted',
    'From the old list',
  ]),
];

interface Standing {
  made: number;
  enquiries: number;
  notes: number;
  moves: number;
}
const standing = async (): Promise<Standing> => {
  const { rows } = await api.ownerPool.query<Standing>(
    `select (select count(*)::int from import_row where outcome = 'made') as made,
       (select count(*)::int from enquiry) as enquiries, (select count(*)::int from enquiry_note) as notes,
       (select count(*)::int from enquiry_move where to_status = 'contacted') as moves`,
  );
  return rows[0] ?? { made: 0, enquiries: 0, notes: 0, moves: 0 };
};

it('an import of enquiries that is killed between batches resumes by itself, and makes each enquiry once', async () => {
  const kills = soak(1, 10);
  const size = 200 * (kills + 1);
  const checked = await dryRun(admin, rowsOf(size, 'kill'), rules);
  expect(checked.counts).toMatchObject({ new: size, refused: 0 });
  await admin.call(enquiryImports.run, { id: checked.id }, { version: checked.version });
  await killAgainAndAgain(
    api,
    kills,
    async () => (await standing()).made,
    async () => {
      const { made, ...others } = await standing();
      expect(others).toEqual({ enquiries: made, notes: made, moves: made });
      expect(made % 200).toBe(0);
    },
  );
  await doWaiting(api);
  expect(await open(admin, checked.id)).toMatchObject({
    status: 'done',
    outcomes: { made: size, refused: 0 },
  });
  expect(await standing()).toEqual({ made: size, enquiries: size, notes: size, moves: size });
});

it('the same file of enquiries, imported twice at the same time, makes each enquiry once', async () => {
  const before = await standing();
  const rows = rowsOf(2, 'twin');
  const checked = [await dryRun(admin, rows, rules), await dryRun(admin, rows, rules)];
  expect(checked.map(({ counts }) => counts.new)).toEqual([2, 2]);
  for (const { id, version } of checked) await admin.call(enquiryImports.run, { id }, { version });
  await Promise.all([doWaiting(api), doWaiting(api)]);
  expect((await standing()).enquiries).toBe(before.enquiries + 2);
});
