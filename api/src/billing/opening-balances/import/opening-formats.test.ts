import { workbookFile } from '../../../../test/files/workbooks.ts';
import { openOpeningImports } from '../../../../test/fixtures/opening-import-fixture.ts';
import type { OpeningImports } from '../../../../test/fixtures/opening-import-fixture.ts';
import { startTestApi } from '../../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let desk: OpeningImports;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
  desk = await openOpeningImports(api, admin);
});
afterAll(() => api.stop());

const heads = ['Client', 'Number', 'Date', 'Currency', 'Amount', 'Rate'];
let imports = 0;

/** The date, amount and rate of each row of a file, as they are posted. */
async function posted(country: string, cells: (string | number)[][], isWorkbook = false) {
  await api.ownerPool.query('update billing_entity set country = $1 where id = $2', [country, desk.entityId]);
  imports += 1;
  const rows = cells.map(([date = '', amount = '', rate = ''], at) => [
    desk.code,
    `${imports}-${at}`,
    date,
    rate === '' ? 'EUR' : 'USD',
    amount,
    rate,
  ]);
  const file = isWorkbook
    ? workbookFile([{ name: 'Openings', rows: [heads, ...rows] }])
    : [heads, ...rows.map((row) => row.map(String))];
  const done = await desk.imported(file);
  expect(done.outcomes).toMatchObject({ made: cells.length });
  const standing = new Map((await desk.standing()).map((one) => [one.number, one]));
  return cells.map((_row, at) => {
    const { date, amount, fxRate } = standing.get(`${imports}-${at}`) ?? {};
    return [date, amount, fxRate];
  });
}

describe('a file of opening balances', () => {
  it('is read column by column in the format that fits most cells', async () => {
    expect(
      await posted('NL', [
        ['03/04/2025', '12,000', '0.9120'],
        ['25/04/2025', '1,250.00', '1.0850'],
      ]),
    ).toEqual([
      ['2025-04-03', 1_200_000, '0.912'],
      ['2025-04-25', 125_000, '1.085'],
    ]);
    expect(
      await posted('US', [
        ['3.4.2025', '12.000', '0,912'],
        ['25.4.2025', '-1.250,5', '1,0855'],
      ]),
    ).toEqual([
      ['2025-04-03', 1_200_000, '0.912'],
      ['2025-04-25', 125_050, '1.0855'],
    ]);
    expect(
      await posted('IN', [
        ['31-Mar-25', '1,25,000.50'],
        ['5 avr. 2025', '7'],
      ]),
    ).toEqual([
      ['2025-03-31', 12_500_050, '1'],
      ['2025-04-05', 700, '1'],
    ]);
  });

  it('is read as in the country of the billing entity where a column can mean two things', async () => {
    expect(await posted('US', [['03/04/2025', '12,000']])).toEqual([['2025-03-04', 1_200_000, '1']]);
    expect(await posted('FR', [['03/04/2025', '12,5']])).toEqual([['2025-04-03', 1_250, '1']]);
    expect(await posted('DE', [['03.04.2025', '12.000']])).toEqual([['2025-04-03', 1_200_000, '1']]);
  });

  it('that is a workbook keeps its numbers, wherever the billing entity is', async () => {
    const cells = [
      ['2025-04-03', 1250.5, 1.085],
      ['2025-04-04', 0.1 + 0.2, 0.912],
    ];
    expect(await posted('NL', cells, true)).toEqual([
      ['2025-04-03', 125_050, '1.085'],
      ['2025-04-04', 30, '0.912'],
    ]);
  });
});
