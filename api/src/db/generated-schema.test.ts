import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@daybook/tooling/test-database';
import type { TestDatabase } from '@daybook/tooling/test-database';
import { describeSchema } from './describe-schema.ts';
import { generateSchema } from './generate-schema.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const committed = (name: string) => readFile(path.join(import.meta.dirname, name), 'utf8');

// When one of these fails, `pnpm schema` writes both files.
describe('the migrated database', () => {
  it('has the schema of api/schema.sql', async () => {
    expect(await describeSchema(database.ownerUrl)).toBe(await committed('../../schema.sql'));
  });

  it('is today’s types in api/src/db/schema.ts', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'daybook-schema-'));
    await generateSchema(database.ownerUrl, path.join(folder, 'schema.ts'));
    expect(await readFile(path.join(folder, 'schema.ts'), 'utf8')).toBe(await committed('schema.ts'));
    await rm(folder, { recursive: true });
  });
});
