import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTestDatabase, startTestServer } from '@daybook/tooling/test-database';
import { describeSchema } from '../src/db/describe-schema.ts';
import { generateSchema } from '../src/db/generate-schema.ts';
import { migrate } from '../src/db/migrate.ts';

// `pnpm schema`: run it after changing a migration.
const server = await startTestServer(migrate);
try {
  const database = await createTestDatabase();
  await generateSchema(database.ownerUrl, path.join(import.meta.dirname, '../src/db/schema.ts'));
  await writeFile(path.join(import.meta.dirname, '../schema.sql'), await describeSchema(database.ownerUrl));
  await database.drop();
} finally {
  await server.stop();
}
