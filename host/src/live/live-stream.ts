import { apiBase } from '@daybook/contracts/endpoint';
import { liveEvents, notifications, type LiveEvent } from '@daybook/contracts/notifications';
import { readEvents } from './read-events.ts';

/** What a listener receives; `begun` after each connection, because events may have been missed before it. */
export type Told = LiveEvent | 'begun';

export interface LiveOptions {
  token: () => string | null;
  tell: (told: Told) => void;
  /** Called when the server does not know the session, or requires a step first. */
  refused: () => void;
}

const channelName = 'daybook-live';
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

const isTold = (name: unknown): name is Told =>
  name === 'begun' || (liveEvents as readonly unknown[]).includes(name);

/**
 * Listens until it is stopped. One tab of the browser holds the connection and passes the events to the others, because a browser has
 * few connections to one server (docs/rules.md#live-updates). When that tab is closed, the next one takes over.
 */
export function listenLive({ tell, ...connection }: LiveOptions): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(channelName);
  const tellOthers = channel.postMessage.bind(channel);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => isTold(data) && tell(data));
  const reportAll = (told: Told) => {
    tell(told);
    tellOthers(told);
  };
  const lead = () => stayConnected({ ...connection, tell: reportAll }, stop.signal);
  // Over plain http a browser has no locks, so each tab listens for itself. The request fails if it is stopped while it waits.
  const { locks } = navigator as Partial<Navigator>;
  if (locks === undefined) void stayConnected({ ...connection, tell }, stop.signal);
  else locks.request(channelName, { signal: stop.signal }, lead).catch(() => undefined);
  return () => {
    stop.abort();
    channel.close();
  };
}

/** Each failure doubles the pause; the random part spreads out the tabs of an office that lost its server at the same moment. */
async function stayConnected(options: LiveOptions, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const wasConnected = await connect(options, signal).catch(() => false);
    failures = wasConnected ? 0 : failures + 1;
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
    await rest(pause * (0.5 + Math.random() / 2), signal);
  }
}

async function connect({ token, tell, refused }: LiveOptions, signal: AbortSignal): Promise<boolean> {
  const bearer = token();
  if (bearer === null) return false;
  const answer = await fetch(apiBase + notifications.stream.path, {
    headers: { Authorization: `Bearer ${bearer}`, Accept: 'text/event-stream' },
    cache: 'no-store',
    signal,
  });
  if (answer.status === 401 || answer.status === 403) refused();
  if (!answer.ok || answer.body === null) return false;
  tell('begun');
  await readEvents(answer.body, (name) => isTold(name) && tell(name)).catch(() => undefined);
  return true;
}

function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
    return undefined;
  });
}
