import { eventually } from '../../test/installation.ts';
import { startServerProcess } from '../../test/server-process.ts';
import { startTestApi } from '../../test/test-api.ts';

const megabytes = (metrics: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]) / 1024 / 1024;

describe('a server as it is started', () => {
  it('reports its size and the limit of its heap, which is low', async () => {
    const api = await startTestApi();
    const server = await startServerProcess(api.urls);
    try {
      const metrics = await (await fetch(`${server.url}/api/metrics`)).text();
      expect(megabytes(metrics, 'daybook_heap_limit_bytes')).toBeLessThan(300);
      expect(megabytes(metrics, 'process_resident_memory_bytes')).toBeLessThan(400);
    } finally {
      await server.stop();
      await api.stop();
    }
  });

  it('turns new requests away with Retry-After while it holds too much memory', async () => {
    const api = await startTestApi();
    const server = await startServerProcess(api.urls, { OVERLOAD_MB: '20' });
    try {
      const refused = await eventually(async () => {
        const answer = await fetch(`${server.url}/api/v1/me`);
        expect(answer.status).toBe(503);
        return answer;
      });
      expect(refused.headers.get('retry-after')).toBe('2');
      expect(await refused.json()).toMatchObject({ code: 'UNAVAILABLE' });
      for (const path of ['/api/health/live', '/api/metrics'])
        expect((await fetch(server.url + path)).status).toBe(200);
    } finally {
      await server.stop();
      await api.stop();
    }
  });
});
