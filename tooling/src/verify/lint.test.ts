import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inWorkspace } from '../workspace.ts';
import { run } from './run-command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-lint-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('lint', () => {
  it('finds a type error that breaks no rule', async () => {
    const { scripts } = JSON.parse(readFileSync(inWorkspace('package.json'), 'utf8')) as {
      scripts: { lint: string };
    };
    const [command = '', ...args] = scripts.lint.split(' ');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true } }));
    writeFileSync(join(folder, 'wrong.ts'), `export const amount: number = 'twelve';\n`);
    const { isOk, output } = await run(command, [...args, folder]);
    expect(isOk).toBe(false);
    expect(output).toContain('TS2322');
  });
});
