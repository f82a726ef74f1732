import type { RemoteRelease } from '@daybook/contracts/remotes';
import { watchReleases } from './watch-releases.ts';

const release = (name: string, version: string, more: Partial<RemoteRelease> = {}): RemoteRelease => ({
  name,
  version,
  entry: `/mf/${name}/${version}/mf-manifest.json`,
  contract: '^2.0.0',
  screens: [],
  widgets: [],
  ...more,
});
const page = (script: string) =>
  `<script defer src="/assets/host/${script}"></script><link href="/favicon.ico">`;

/** Node reads the body of a real response with timers, which are fake here. */
const answer = (body: string, ok = true) => ({ ok, text: async () => body }) as Response;

/** A fake site, and an open page that started with its first version and has loaded billing. */
function openPage() {
  document.head.innerHTML = page('main.aaaa.js');
  const site = {
    '/remotes.json': [release('billing', '1'), release('tasks', '1')],
    page: page('main.aaaa.js'),
  };
  const asked: unknown[] = [];
  globalThis.fetch = async (address) => {
    asked.push(address);
    return answer(address === '/index.html' ? site.page : JSON.stringify({ remotes: site['/remotes.json'] }));
  };
  const tell = jest.fn();
  const stop = watchReleases({
    everyMs: 1_000,
    releases: site['/remotes.json'],
    isLoaded: (name) => name === 'billing',
    tell,
  });
  return { site, asked, tell, stop };
}

/** Waits for the next poll and its effects. */
const pass = () => jest.advanceTimersByTimeAsync(1_000);

let stop = () => {};
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

describe('an open page', () => {
  it('shows nothing as long as the site is unchanged', async () => {
    const opened = openPage();
    stop = opened.stop;
    await pass();
    await pass();
    expect(opened.tell).not.toHaveBeenCalled();
    expect(new Set(opened.asked)).toEqual(new Set(['/remotes.json', '/index.html']));
  });

  it.each([
    ['a loaded remote is released', { remotes: [release('billing', '2')] }],
    ['a loaded remote is switched off', { remotes: [release('billing', '1', { disabled: true })] }],
    ['the host is released', { page: page('main.bbbb.js') }],
  ])(
    'shows once that %s',
    async (_what, { remotes, page: now }: { remotes?: RemoteRelease[]; page?: string }) => {
      const opened = openPage();
      stop = opened.stop;
      opened.site['/remotes.json'] = remotes ?? opened.site['/remotes.json'];
      opened.site.page = now ?? opened.site.page;
      await pass();
      await pass();
      expect(opened.tell).toHaveBeenCalledTimes(1);
    },
  );

  it('keeps the version it found of a remote that it has not loaded yet', async () => {
    const opened = openPage();
    stop = opened.stop;
    opened.site['/remotes.json'] = [release('billing', '1'), release('tasks', '2')];
    await pass();
    expect(opened.tell).not.toHaveBeenCalled();
  });

  it('shows a second release as well', async () => {
    const opened = openPage();
    stop = opened.stop;
    opened.site['/remotes.json'] = [release('billing', '2')];
    await pass();
    opened.site['/remotes.json'] = [release('billing', '3')];
    await pass();
    expect(opened.tell).toHaveBeenCalledTimes(2);
  });

  it('ignores a site that is unreachable or answers nonsense, and asks again', async () => {
    const opened = openPage();
    stop = opened.stop;
    const answering = globalThis.fetch;
    globalThis.fetch = async () => answer('<h1>Bad gateway</h1>', false);
    await pass();
    globalThis.fetch = async () => answer('<h1>Welcome</h1>');
    await pass();
    expect(opened.tell).not.toHaveBeenCalled();
    globalThis.fetch = answering;
    opened.site['/remotes.json'] = [release('billing', '2')];
    await pass();
    expect(opened.tell).toHaveBeenCalledTimes(1);
  });

  it('asks when the person comes back to it, with a pause between', async () => {
    const opened = openPage();
    stop = opened.stop;
    await jest.advanceTimersByTimeAsync(500);
    dispatchEvent(new Event('focus'));
    dispatchEvent(new Event('focus'));
    expect(opened.asked).toHaveLength(4);
  });
});
