import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { createTestDatabase } from '@daybook/tooling/test-database';
import type { TestDatabase } from '@daybook/tooling/test-database';
import { codeOf, fieldOf, refusedByDatabase } from './refused-by-database.ts';

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const read = async (query: string) =>
  (await owner.query<{ text: string }>(query)).rows.map(({ text }) => text);

const sources = () => read(`select prosrc as text from pg_proc where pronamespace = 'public'::regnamespace`);
const raised = async () =>
  new Set(
    (await sources()).flatMap((source) =>
      [...source.matchAll(/errcode = '(\w+)'/g)].map(([, code = '']) => code),
    ),
  );

const answerOf = (code: string) =>
  refusedByDatabase(Object.assign(new Error('refused'), { code }))?.code ?? 'INTERNAL';

const tableRows = async () => {
  const page = await readFile(path.join(import.meta.dirname, '../../../docs/database.md'), 'utf8');
  return [...page.matchAll(/^\| (\w{5}) +\| (\w+) +\|/gm)].map(([, code = '', answer = '']) => [
    code,
    answer,
  ]);
};

describe('the table of the database’s refusals', () => {
  it('has every code that a function raises, and no other', async () => {
    const codes = (await tableRows()).map(([code]) => code);
    expect(codes).toEqual(expect.arrayContaining([...(await raised())]));
    expect(codes.filter((code) => code?.startsWith('DB'))).toEqual(
      [...(await raised())].filter((code) => code.startsWith('DB')).toSorted(),
    );
  });

  it('states what the API answers', async () => {
    const told = await tableRows();
    expect(told).toEqual(told.map(([code = '']) => [code, answerOf(code)]));
  });
});

const violation = (severity: string) => Object.assign(new Error('refused'), { code: '08P01', severity });

describe('the refusal of the API for a refusal of the database', () => {
  it('tells what a pooler cannot pass on from a statement that is not well formed', () => {
    expect(refusedByDatabase(violation('FATAL'))?.code).toBe('UNAVAILABLE');
    expect(refusedByDatabase(violation('ERROR'))).toBeNull();
  });

  it('is declared only for codes that something raises', async () => {
    const codes = Array.from({ length: 1000 }, (_, no) => `DB${String(no).padStart(3, '0')}`);
    const declared = codes.filter((code) => answerOf(code) !== 'INTERNAL');
    expect([...(await raised())]).toEqual(expect.arrayContaining(declared));
  });

  it('is declared only for constraints that exist', async () => {
    const names = await read(
      `select conname::text as text from pg_constraint where connamespace = 'public'::regnamespace
       union select indexrelid::regclass::text from pg_index where indisunique`,
    );
    // A function names the constraint in full, or begins with its name and adds the subject.
    const named = (await sources()).flatMap((source) =>
      [...source.matchAll(/constraint = '(\w+)'(?: \|\|)?/g)].map(([match, name = '']) => ({
        name,
        begins: match.endsWith('||'),
      })),
    );
    const exists = (constraint: string) =>
      names.includes(constraint) ||
      named.some(({ name, begins }) => name === constraint || (begins && constraint.startsWith(name)));
    expect([...Object.keys(fieldOf), ...Object.keys(codeOf)].filter((name) => !exists(name))).toEqual([]);
  });
});
