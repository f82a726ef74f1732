import path from 'node:path';
import { createTestDatabase, startTestServer } from '@daybook/tooling/test-database';
import { generateSchema } from '../db/generate-schema.ts';
import { migrate } from '../db/migrate.ts';

// `pnpm schema`: run it after changing a migration.
const server = await startTestServer(migrate);
try {
  const database = await createTestDatabase();
  generateSchema(database.ownerUrl, path.join(import.meta.dirname, '../db/schema.ts'));
  await database.drop();
} finally {
  await server.stop();
}
