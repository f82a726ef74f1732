import { startServerProcess } from '../../test/server-process.ts';
import { startTestApi } from '../../test/test-api.ts';

const megabytes = (metrics: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]) / 1024 / 1024;

describe('a server as it is started', () => {
  it('tells how large it is and how large its heap may become, which is little', async () => {
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
});
