import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inWorkspace } from '../workspace.ts';
import { runNode } from './run-command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(inWorkspace('tooling', 'sql-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The result of the check for a package of one file. Jest cannot load the compiler's API, so the check runs as a program. */
async function checked(...statements: string[]) {
  const lines = [
    `import { from } from 'pg-copy-streams';`,
    'declare const client: { query(text: unknown, values?: unknown[]): void }, sql: { raw(text: string): void };',
    ...statements,
  ];
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    '{ "extends": "../../tsconfig.base.json", "include": ["*.ts"] }',
  );
  await writeFile(path.join(folder, 'code.ts'), lines.join('\n'));
  const check = inWorkspace('tooling', 'src', 'verify', 'check-sql.ts');
  const { isOk, output } = await runNode([check, folder]);
  return { isOk, lines: [...output.matchAll(/code\.ts:\d+/g)].map(([line]) => line) };
}

describe('The check of SQL', () => {
  it.each([
    ['a text', 'export const f = (text: string) => client.query(text);'],
    ['a text within another', 'export const f = (name: string) => client.query(`drop table ${name}`);'],
    ['a joined text', `export const f = (name: string) => client.query('drop table ' + name);`],
    ['a text in an object', 'export const f = (text: string) => client.query({ text });'],
    ['a text that begins as it should', 'export const f = (text: `select ${string}`) => client.query(text);'],
    ['a text among literals', `export const f = (text: 'select 1' | \`a\${string}\`) => client.query(text);`],
    ['a text of any type', 'export const f = <Text extends string>(text: Text) => client.query(text);'],
    ['a part of a statement', 'export const f = (text: string) => sql.raw(text);'],
    ['a copy', 'export const f = (name: string) => client.query(from(`copy ${name} from stdin`));'],
  ])('finds %s', async (_name, statement) => {
    expect(await checked(statement)).toEqual({ isOk: false, lines: ['code.ts:3'] });
  });

  it('allows literals, chosen literals, and values beside them', async () => {
    const clean = [
      `const columns = 'id, name';`,
      `export const f = (id: string) => client.query('select from client where id = $1', [id]);`,
      'export const g = () => client.query(`select ${columns} from client` as const);',
      `export const h = (table: 'client' | 'task') => client.query(\`select from \${table}\` as const);`,
      `export const i = () => client.query(from('copy client from stdin'));`,
    ];
    expect(await checked(...clean)).toEqual({ isOk: true, lines: [] });
  });
});
