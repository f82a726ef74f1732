import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { liveEvents, type LiveEvent } from '@daybook/contracts/notifications';

const channel = 'daybook_event';
const retryMs = 1_000;
/** More often than an idle connection would be cut, so that a lost one shows. */
const askMs = 5_000;

/** The events that the triggers send: those for pages, and the end of a session of the person. */
const Told = z.object({ userId: z.uuid(), event: z.enum([...liveEvents, 'session']) });

export interface Subscriber {
  /** Called when events begin to arrive, and again after each gap. Events before the first call, and in a gap, were missed. */
  listening: () => void;
  tell: (event: LiveEvent | 'session') => void;
  /** Called when the server closes. */
  end: () => void;
}

/** Forwards the events of the database to the person's open streams, on whichever server they are. */
export interface Live {
  /** Returns a function that ends the subscription. */
  subscribe(of: { userId: string; sessionId: string }, subscriber: Subscriber): () => void;
  /** How many streams a session holds. */
  countOf(sessionId: string): number;
  close(): void;
}

/** A connection that listens, until it is ended or lost. */
interface Ear {
  isOver: boolean;
  end(lost?: Error): void;
}

/** Gives its connection back to the pool whatever happens, once. */
async function openEar(pool: pg.Pool, hear: (payload: string) => void, lost: () => void): Promise<Ear> {
  const client = await pool.connect();
  let asking: ReturnType<typeof setInterval> | null = null;
  const ear: Ear = {
    isOver: false,
    end(error) {
      if (ear.isOver) return;
      ear.isOver = true;
      if (asking !== null) clearInterval(asking);
      client.removeAllListeners('notification');
      // The connection is closed, because in the pool it would serve others and still listen.
      client.release(error ?? true);
    },
  };
  client.on('notification', ({ payload = '' }) => hear(payload));
  client.once('error', (error: Error) => {
    ear.end(error);
    lost();
  });
  try {
    await client.query(`listen ${channel}`);
  } catch (error) {
    ear.end(error as Error);
    throw error;
  }
  // The connection itself reports a failure.
  asking = setInterval(() => void client.query('select 1').catch(() => undefined), askMs);
  asking.unref();
  return ear;
}

/** The subscribers by person, and the number of streams of each session. */
function subscriptions() {
  const byUser = new Map<string, Set<Subscriber>>();
  const bySession = new Map<string, number>();
  return {
    of: (userId: string): Iterable<Subscriber> => byUser.get(userId) ?? [],
    all: () => [...byUser.values()].flatMap((theirs) => [...theirs]),
    countOf: (sessionId: string): number => bySession.get(sessionId) ?? 0,
    isEmpty: () => byUser.size === 0,
    add(userId: string, sessionId: string, subscriber: Subscriber) {
      byUser.set(userId, (byUser.get(userId) ?? new Set()).add(subscriber));
      bySession.set(sessionId, (bySession.get(sessionId) ?? 0) + 1);
    },
    remove(userId: string, sessionId: string, subscriber: Subscriber) {
      const theirs = byUser.get(userId);
      if (!theirs?.delete(subscriber)) return;
      if (theirs.size === 0) byUser.delete(userId);
      const left = (bySession.get(sessionId) ?? 0) - 1;
      if (left > 0) bySession.set(sessionId, left);
      else bySession.delete(sessionId);
    },
  };
}

/** Listens on one connection of the pool, and never more, while anyone subscribes. A lost connection is replaced. */
export function liveOver(pool: pg.Pool, log: Pick<Logger, 'warn'>): Live {
  const subscribed = subscriptions();
  let ear: Ear | null = null;
  let isConnecting = false;
  let isClosed = false;

  const hear = (payload: string) => {
    // During a release, the other version may send further events.
    const { data: told } = Told.safeParse(JSON.parse(payload));
    if (told) for (const { tell } of subscribed.of(told.userId)) tell(told.event);
  };
  const isWanted = () => !isClosed && !subscribed.isEmpty();
  const stop = () => {
    ear?.end();
    ear = null;
  };
  const listenLater = () => void setTimeout(() => void listen(), retryMs).unref();
  /** An error of a connection that was given up before does not concern the current one. */
  const lost = () => {
    if (ear?.isOver !== true) return;
    ear = null;
    listenLater();
  };
  const listen = async () => {
    if (!isWanted() || ear !== null || isConnecting) return;
    isConnecting = true;
    try {
      ear = await openEar(pool, hear, lost);
      // The subscriber may have left meanwhile, or the server closed.
      if (!isWanted()) return stop();
      for (const { listening } of subscribed.all()) listening();
    } catch (error) {
      log.warn({ err: error }, 'live events wait for the database');
      listenLater();
    } finally {
      isConnecting = false;
    }
  };
  return {
    subscribe({ userId, sessionId }, subscriber) {
      // The stream was requested before the server closed and began afterwards, so nobody else would end it.
      if (isClosed) {
        subscriber.end();
        return () => undefined;
      }
      subscribed.add(userId, sessionId, subscriber);
      if (ear === null) void listen();
      else subscriber.listening();
      return () => {
        subscribed.remove(userId, sessionId, subscriber);
        if (subscribed.isEmpty()) stop();
      };
    },
    countOf: subscribed.countOf,
    close() {
      isClosed = true;
      for (const { end } of subscribed.all()) end();
      stop();
    },
  };
}
