import { pino } from 'pino';
import { createTestDatabase, filledOnce } from '@daybook/tooling/test-database';
import { openDatabase } from '../src/db/database.ts';
import { fillDemo } from '../src/demo/fill-demo.ts';
import { startTestApi } from './test-api.ts';
import type { TestApi } from './test-api.ts';

/** The small demo firm that the test files share. */
export const demoFirm = {
  size: { clients: 24, enquiries: 12, tasks: 60, invoices: 60, receipts: 45 },
  seed: 'house',
  today: '2026-06-15',
  say: () => undefined,
};

/** The server over a demo firm of the test file's own. The firm is filled once in a run, because that takes long, and then cloned. */
export async function startDemoApi(): Promise<TestApi> {
  const firm = await filledOnce('demo', async ({ appUrl }) => {
    const database = openDatabase(appUrl, pino({ level: 'silent' }));
    await fillDemo(database, demoFirm);
    await database.close();
  });
  return startTestApi(undefined, {}, await createTestDatabase({ like: firm }));
}
