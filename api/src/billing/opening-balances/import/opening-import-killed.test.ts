import { openingImports } from '@daybook/contracts/billing/opening-balances/opening-imports';
import { soak } from '../../../../test/effort.ts';
import { makeClient } from '../../../../test/fixtures/masters.ts';
import { openOpeningImports } from '../../../../test/fixtures/opening-import-fixture.ts';
import type { OpeningImports } from '../../../../test/fixtures/opening-import-fixture.ts';
import { killAgainAndAgain } from '../../../../test/fixtures/import-worker-fixture.ts';
import { startTestApi } from '../../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../../test/test-api.ts';
import { findBookFaults } from '../../../books/book-findings.ts';

let api: TestApi;
let admin: Caller;
let desk: OpeningImports;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
  desk = await openOpeningImports(api, admin);
  await makeClient(api.db, { entityId: desk.entityId, crmId: admin.id, name: 'Second' });
});
afterAll(() => api.stop());

/** Documents, advances and tax withheld of two clients. */
const rowsOf = (many: number, name: string) => [
  ['Client', 'Number', 'Date', 'Amount', 'Kind'],
  ...Array.from({ length: many }, (_none, at) => [
    at % 2 === 0 ? desk.code : 'Second',
    `${name}-${at}`,
    '2026-01-15',
    at % 3 === 0 ? '-2' : '1.50',
    at % 3 === 1 ? 'TDS' : '',
  ]),
];

interface Standing {
  made: number;
  documents: number;
  entries: number;
}
const standing = async (): Promise<Standing> => {
  const { rows } = await api.ownerPool.query<Standing>(
    `select (select count(*)::int from import_row where outcome = 'made') as made,
       (select count(*)::int from opening_document) as documents, (select count(*)::int from journal_entry) as entries`,
  );
  return rows[0] ?? { made: 0, documents: 0, entries: 0 };
};

it('an import of opening balances that is killed between batches resumes by itself, and posts each row once', async () => {
  const kills = soak(1, 20);
  const size = 200 * (kills + 1);
  const checked = await desk.checked(rowsOf(size, 'kill'));
  expect(checked.counts).toMatchObject({ new: size, refused: 0 });
  await admin.call(openingImports.run, { id: checked.id }, { version: checked.version });
  await killAgainAndAgain(
    api,
    kills,
    async () => (await standing()).made,
    async () => {
      const { made, ...others } = await standing();
      expect(others).toEqual({ documents: made, entries: made });
      expect(made % 200).toBe(0);
    },
  );
  await desk.work();
  expect(await desk.open(checked.id)).toMatchObject({
    status: 'done',
    outcomes: { made: size, refused: 0 },
  });
  expect(await standing()).toEqual({ made: size, documents: size, entries: size });
  expect(await findBookFaults(api.db)).toEqual([]);
});

it('an undo that is killed between batches resumes by itself, and takes each opening balance back once', async () => {
  const before = await standing();
  const done = await desk.imported(rowsOf(250, 'back'));
  await admin.call(openingImports.undo, { id: done.id });
  const left = async () => before.documents + 250 - (await standing()).documents;
  await killAgainAndAgain(api, 1, left, async () => {
    expect([50, 200, 250]).toContain(await left());
  });
  await desk.work();
  expect(await desk.open(done.id)).toMatchObject({ status: 'undone', undone: 250, kept: 0 });
  const after = await standing();
  expect([after.documents, after.entries]).toEqual([before.documents, before.entries + 500]);
  expect(await findBookFaults(api.db)).toEqual([]);
});

it('two imports of the same rows, and one by the older endpoint, at the same time post each row once', async () => {
  const before = await standing();
  const rows = rowsOf(12, 'twin');
  const checked = [
    await desk.checked(rows),
    await desk.checked([rows[0] ?? [], ...rows.slice(1).toReversed()]),
  ];
  for (const { id, version } of checked) await admin.call(openingImports.run, { id }, { version });
  const older = desk.bring(
    rows.slice(1).map(([client = '', number = '', date = '', amount = '', kind = '']) => ({
      client,
      number,
      date,
      amount,
      kind: kind === '' ? '' : 'withheld',
    })),
  );
  const [brought] = await Promise.all([older, desk.work(), desk.work()]);
  const made = await Promise.all(checked.map(async ({ id }) => (await desk.open(id)).outcomes.made));
  expect([brought.created, ...made].toSorted((a, b) => a - b)).toEqual([0, 0, 12]);
  const after = await standing();
  expect([after.documents, after.entries]).toEqual([before.documents + 12, before.entries + 12]);
  expect(await findBookFaults(api.db)).toEqual([]);
});
