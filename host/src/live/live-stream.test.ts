import { ReadableStream, TextDecoderStream } from 'node:stream/web';
import { waitFor } from '@testing-library/react';
import { listenLive, type Told } from './live-stream.ts';

// jsdom lacks both: channels between tabs, and a lock that one tab holds.
class Channel extends EventTarget {
  static readonly open = new Set<Channel>();

  constructor() {
    super();
    Channel.open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of Channel.open)
      if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }));
  }

  close(): void {
    Channel.open.delete(this);
  }
}

let held: Promise<void> = Promise.resolve();
const locks = {
  request: (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    const turn = held.then(() => (signal.aborted ? undefined : work()));
    held = turn;
    return turn;
  },
};

Object.assign(globalThis, { TextDecoderStream, BroadcastChannel: Channel });
Object.defineProperty(navigator, 'locks', { value: locks });

interface Connection {
  bearer: string;
  say: (event: string) => void;
  end: () => void;
}
let connections: Connection[] = [];
let status = 200;

const answer = async (_address: string, init: { headers: Record<string, string>; signal: AbortSignal }) => {
  const bearer = init.headers['Authorization'] ?? '';
  const body = new ReadableStream({
    start(controller) {
      const say = (event: string) =>
        controller.enqueue(new TextEncoder().encode(`event: ${event}\ndata: {}\n\n`));
      connections.push({ bearer, say, end: () => controller.close() });
      init.signal.addEventListener('abort', () => controller.error(new Error('aborted')));
    },
  });
  return { status, ok: status === 200, body };
};

function openTab() {
  const heard: Told[] = [];
  const refused = jest.fn();
  const stop = listenLive({ token: () => 'secret', tell: (told) => heard.push(told), refused });
  return { heard, refused, stop };
}

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true });
  connections = [];
  status = 200;
  Object.assign(globalThis, { fetch: answer });
});
afterEach(() => jest.useRealTimers());

const connected = (count: number) => waitFor(() => expect(connections).toHaveLength(count));

describe('live updates', () => {
  it('come over one connection, and reach every tab', async () => {
    const [one, other] = [openTab(), openTab()];
    await connected(1);
    expect(connections[0]?.bearer).toBe('Bearer secret');
    connections[0]?.say('notification');
    await waitFor(() => expect(other.heard).toContain('notification'));
    expect(one.heard).toEqual(['begun', 'notification']);
    expect(connections).toHaveLength(1);
    one.stop();
    other.stop();
  });

  it('move to the next tab when the leading one is closed', async () => {
    const [one, other] = [openTab(), openTab()];
    await connected(1);
    one.stop();
    await connected(2);
    connections[1]?.say('rights');
    await waitFor(() => expect(other.heard).toContain('rights'));
    expect(one.heard).not.toContain('rights');
    other.stop();
  });

  it('begin again after a lost connection, and report that events may have been missed', async () => {
    const tab = openTab();
    await connected(1);
    connections[0]?.end();
    await jest.advanceTimersByTimeAsync(1_500);
    await connected(2);
    await waitFor(() => expect(tab.heard).toEqual(['begun', 'begun']));
    tab.stop();
  });

  it('check the session when they are refused, and then retry less and less often', async () => {
    status = 401;
    const tab = openTab();
    await waitFor(() => expect(tab.refused).toHaveBeenCalledTimes(1));
    await jest.advanceTimersByTimeAsync(60_000);
    const afterOneMinute = connections.length;
    expect(afterOneMinute).toBeLessThan(9);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(connections.length - afterOneMinute).toBeLessThan(4);
    expect(tab.heard).toEqual([]);
    tab.stop();
  });

  it('ignore events of unknown names', async () => {
    const tab = openTab();
    await connected(1);
    connections[0]?.say('something-newer');
    connections[0]?.say('rights');
    await waitFor(() => expect(tab.heard).toEqual(['begun', 'rights']));
    tab.stop();
  });
});
