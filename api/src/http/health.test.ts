import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApi } from '../../test/test-api.ts';
import type { TestApi } from '../../test/test-api.ts';

let api: TestApi;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'data-'));
  api = await startTestApi(undefined, { DATA_DIR: dataDir });
});
afterAll(async () => {
  await api.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const ready = async () => {
  const answer = await api.app.inject({ url: '/api/health/ready' });
  return { status: answer.statusCode, checks: answer.json<{ data: Record<string, boolean> }>().data };
};

describe('the server', () => {
  it('is ready only while the disk of the database is there', async () => {
    expect((await ready()).checks).toMatchObject({ database: true, migrated: true });
    rmSync(dataDir, { recursive: true });
    expect(await ready()).toEqual({
      status: 503,
      checks: { database: true, migrated: true, disk: false },
    });
  });
});
