import type { InfiniteData, Query, QueryFunction } from '@tanstack/react-query';
import { queryClient } from '@daybook/shared/query-client';
import { ApiRefusal } from '@daybook/shared/call';
import { chance } from './chance.ts';

// A test may use fake timers; the disturbances keep the real ones.
const { setTimeout: later, setInterval: every, clearInterval: end } = globalThis;

const pause = async (ms: number): Promise<void> => new Promise((done) => later(done, ms));

const LATEST_MS = 12;

/** A short random delay of an answer, so that answers can arrive in any order. */
export const underWay = async (): Promise<void> => pause(chance() * LATEST_MS);

const THINKING_MS = 300;

/** A pause between two keys: occasionally longer than a screen waits for the next key. */
export async function betweenKeys(): Promise<void> {
  if (chance() < 1 / 150) await pause(THINKING_MS);
}

const REREAD_MS = 60;

let timer: ReturnType<typeof every> | undefined;
afterEach(() => {
  end(timer);
  timer = undefined;
});

/** Simulates the rereads that window focus, notifications and the live stream cause all day; one in ten fails. */
export function readsComeAgain(): void {
  if (timer !== undefined) return;
  timer = every(() => {
    const quiet = queryClient
      .getQueryCache()
      .findAll({ type: 'active', fetchStatus: 'idle', predicate: comesAgainByChance });
    const query = quiet[Math.floor(chance() * quiet.length)];
    if (query !== undefined) readAgain(query);
  }, REREAD_MS);
}

const lostByChance = new ApiRefusal('NETWORK', 'No connection');

/**
 * What the server of the test has refused stays refused: an answer made here would say that it is allowed again. A query with a polling
 * interval would restart its interval each time.
 */
const comesAgainByChance = ({ state, observers }: Query): boolean =>
  state.data !== undefined &&
  (state.error === null || state.error === lostByChance) &&
  !observers.some(({ options }) => options.refetchInterval !== undefined);

/** Answers with the same data or fails, without calling the server, so that the requests that a test counts are only the screen's own. */
function readAgain(query: Query): void {
  const { options } = query;
  const { data } = query.state;
  const isLost = chance() < 0.1;
  const read: QueryFunction = async ({ pageParam }: { pageParam?: unknown }) => {
    await underWay();
    if (isLost) throw lostByChance;
    return isPaged(data) ? data.pages[data.pageParams.indexOf(pageParam)] : data;
  };
  void query.fetch({ ...options, queryFn: read }).catch(() => undefined);
  query.setOptions(options);
}

const isPaged = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pageParams' in data;
