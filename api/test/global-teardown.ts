import { testServer } from './test-server.ts';

export default async function globalTeardown(): Promise<void> {
  await testServer.running?.stop();
}
