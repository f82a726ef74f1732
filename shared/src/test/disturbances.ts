import type { InfiniteData, Query, QueryFunction } from '@tanstack/react-query';
import { queryClient } from '@daybook/shared/query-client';
import { ApiRefusal } from '@daybook/shared/call';
import { chance } from './chance.ts';

// A test may stop the clock; the disturbances go on.
const { setTimeout: later, setInterval: every, clearInterval: end } = globalThis;

const pause = async (ms: number): Promise<void> => new Promise((done) => later(done, ms));

const LATEST_MS = 12;

/** An answer is under way for a while: most for next to none, and never in the order of the questions. */
export const underWay = async (): Promise<void> => pause(chance() * LATEST_MS);

const THINKING_MS = 300;

/** Between two keys: now and then longer than any screen waits for the next one. */
export async function betweenKeys(): Promise<void> {
  if (chance() < 1 / 150) await pause(THINKING_MS);
}

const REREAD_MS = 60;

let timer: ReturnType<typeof every> | undefined;
afterEach(() => {
  end(timer);
  timer = undefined;
});

/** What the window's focus, the bell and the live stream do all day: reads come again, and one in ten is lost. */
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

/** What is read every second anyway would begin its second anew each time. */
const comesAgainByChance = ({ state, observers }: Query): boolean =>
  state.data !== undefined && !observers.some(({ options }) => options.refetchInterval !== undefined);

/** The same answer as before, or none: what the server was asked and how often stays the screen's own doing. */
function readAgain(query: Query): void {
  const { options } = query;
  const { data } = query.state;
  const isLost = chance() < 0.1;
  const read: QueryFunction = async ({ pageParam }: { pageParam?: unknown }) => {
    await underWay();
    if (isLost) throw new ApiRefusal('NETWORK', 'No connection');
    return isPaged(data) ? data.pages[data.pageParams.indexOf(pageParam)] : data;
  };
  void query.fetch({ ...options, queryFn: read }).catch(() => undefined);
  query.setOptions(options);
}

const isPaged = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pageParams' in data;
