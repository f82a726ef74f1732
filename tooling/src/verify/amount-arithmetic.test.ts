import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inWorkspace } from '../workspace.ts';
import { runNode } from './run-command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(inWorkspace('tooling', 'amounts-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The result of the check for a package of one file. Jest cannot load the compiler's API, so the check runs as a program. */
async function checked(...statements: string[]) {
  const lines = ["import { minor, type Minor } from '../../contracts/src/money/money.ts';", ...statements];
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    '{ "extends": "../../tsconfig.base.json", "include": ["*.ts"] }',
  );
  await writeFile(path.join(folder, 'code.ts'), lines.join('\n'));
  const check = inWorkspace('tooling', 'src', 'verify', 'check-amounts.ts');
  const { isOk, output } = await runNode([check, folder]);
  return { isOk, lines: [...output.matchAll(/code\.ts:\d+/g)].map(([line]) => line) };
}

describe('The check of arithmetic on amounts', () => {
  it.each([
    ['a sum', 'export const f = (a: Minor, b: number) => b + a;'],
    ['a difference of an amount that may be absent', 'export const f = (a: Minor | null) => (a ?? 0) - 1;'],
    ['a sign', 'export const f = (a: Minor) => -a;'],
    ['a running total', 'export const f = (all: Minor[]) => all.reduce((whole, one) => whole + one, 0);'],
    ['a function of Math', 'export const f = (a: Minor) => Math.max(a, 0);'],
    ['a field', 'export const f = (row: { total: Minor }) => row.total * 2;'],
  ])('finds %s', async (_name, statement) => {
    expect(await checked(statement)).toEqual({ isOk: false, lines: ['code.ts:2'] });
  });

  it('allows comparisons, counts and the functions of money', async () => {
    const clean = [
      'export const f = (a: Minor, b: Minor, count: number) => (a < b ? minor(count + 1) : a);',
      'export const g = (count: number) => Math.max(-count, 0);',
    ];
    expect(await checked(...clean)).toEqual({ isOk: true, lines: [] });
  });
});
