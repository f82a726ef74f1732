import { startTestServer } from '@daybook/tooling/test-database';
import { migrate } from '../src/db/migrate.ts';
import { testServer } from './test-server.ts';

export default async function globalSetup(): Promise<void> {
  testServer.running = await startTestServer(migrate);
}
