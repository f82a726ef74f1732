import { remoteLoads } from '@daybook/contracts/remote-loads';
import type { RemoteLoad } from '@daybook/contracts/remote-loads';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { purgeRemoteLoads } from './store-remote-loads.ts';

let api: TestApi;
let admin: Caller;
let anyone: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
  anyone = await api.as({ userType: 'executive', keys: [] });
});
afterEach(() => api.ownerPool.query('truncate remote_load'));
afterAll(() => api.stop());

const load = (more: Partial<RemoteLoad> = {}): RemoteLoad => ({
  remote: 'billing',
  version: '1.0.0-abc',
  outcome: 'loaded',
  code: null,
  ms: 100,
  ...more,
});

const versionsOf = async (days: '1' | '7' | '30') =>
  (await admin.call(remoteLoads.summary, { days })).rows.map(({ version }) => version);

describe('reports on the loading of remotes', () => {
  it('add up by remote and version', async () => {
    const times = [10, 20, 30, 40, 1000].map((ms) => load({ ms }));
    await anyone.call(remoteLoads.tell, { loads: times });
    await anyone.call(remoteLoads.tell, {
      loads: [
        load({ outcome: 'failed', code: 'CHUNK_LOAD_FAILED' }),
        load({ outcome: 'failed', code: 'MANIFEST_LOAD_FAILED' }),
        load({ outcome: 'rolled_back', code: 'MANIFEST_LOAD_FAILED' }),
      ],
    });
    await anyone.call(remoteLoads.tell, {
      loads: [load({ remote: 'tasks', outcome: 'failed', code: 'SCREEN_FAILED' })],
    });
    const { rows } = await admin.call(remoteLoads.summary, {});
    expect(rows).toEqual([
      expect.objectContaining({ remote: 'tasks', loaded: 0, failed: 1, medianMs: null, slowMs: null }),
      {
        remote: 'billing',
        version: '1.0.0-abc',
        loaded: 5,
        rolledBack: 1,
        failed: 2,
        medianMs: 30,
        slowMs: 1000,
        codes: [
          { code: 'MANIFEST_LOAD_FAILED', count: 2 },
          { code: 'CHUNK_LOAD_FAILED', count: 1 },
        ],
        lastAt: expect.any(String) as string,
      },
    ]);
  });

  it('are selected by day, and deleted after thirty', async () => {
    for (const days of [0, 3, 12, 31]) {
      const version = `${days}`;
      await anyone.call(remoteLoads.tell, { loads: [load({ version })] });
      await api.ownerPool.query(
        `update remote_load set at = at - $1::int * interval '1 day' where version = $2`,
        [days, version],
      );
    }
    expect(await versionsOf('1')).toEqual(['0']);
    expect(await versionsOf('7')).toEqual(['0', '3']);
    expect(await versionsOf('30')).toEqual(['0', '3', '12']);
    await purgeRemoteLoads(api.db);
    const { rows } = await api.ownerPool.query('select version from remote_load order by id');
    expect(rows).toEqual([{ version: '0' }, { version: '3' }, { version: '12' }]);
  });

  it('hold a name, a version, a time and a reason, and at most twenty entries', async () => {
    for (const wrong of [
      { remote: '../billing' },
      { version: '<b>' },
      { ms: -1 },
      { code: 'CHUNK_LOAD_FAILED' },
      { outcome: 'failed' as const },
      { outcome: 'failed' as const, code: 'a secret of mine' },
    ]) {
      expect(await anyone.refused(remoteLoads.tell, { loads: [load(wrong)] })).toMatchObject({
        httpStatus: 400,
      });
    }
    const many = Array.from({ length: 21 }, () => load());
    expect(await anyone.refused(remoteLoads.tell, { loads: many })).toMatchObject({ httpStatus: 400 });
  });

  it('are readable by admins only', async () => {
    expect(await anyone.refused(remoteLoads.summary, {})).toMatchObject({ httpStatus: 403 });
  });
});
