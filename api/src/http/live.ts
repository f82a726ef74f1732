import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { liveEvents, type LiveEvent } from '@daybook/contracts/notifications';

const channel = 'daybook_event';
const retryMs = 1_000;
/** Oftener than a silent connection is given up: it is heard that it still stands, or that it does not. */
const askMs = 5_000;

/** What the triggers send: what a page hears of, and that a session of the person has ended. */
const Told = z.object({ userId: z.uuid(), event: z.enum([...liveEvents, 'session']) });

export interface Subscriber {
  /** From now on it is told of everything; before the first time, and before each further one, events were missed. */
  listening: () => void;
  tell: (event: LiveEvent | 'session') => void;
  /** The server closes. */
  end: () => void;
}

/** Hands what the database tells to the open streams of the person, on whichever server they are. */
export interface Live {
  /** Answers how to stop. */
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
      // The pool would lend it to others, and it would go on listening.
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
  // A failure is told by the connection itself.
  asking = setInterval(() => void client.query('select 1').catch(() => undefined), askMs);
  asking.unref();
  return ear;
}

/** Who subscribed, by person, and how many streams each session holds. */
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

/** Listens with one connection of the pool, and never more, while anybody does; a lost one is replaced. */
export function liveOver(pool: pg.Pool, log: Pick<Logger, 'warn'>): Live {
  const subscribed = subscriptions();
  let ear: Ear | null = null;
  let isConnecting = false;
  let isClosed = false;

  const hear = (payload: string) => {
    // During a release the other version may tell of more.
    const { data: told } = Told.safeParse(JSON.parse(payload));
    if (told) for (const { tell } of subscribed.of(told.userId)) tell(told.event);
  };
  const isWanted = () => !isClosed && !subscribed.isEmpty();
  const stop = () => {
    ear?.end();
    ear = null;
  };
  const listenLater = () => void setTimeout(() => void listen(), retryMs).unref();
  /** The error of a connection that was given up before says nothing of the one that stands. */
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
      // Whoever asked may have gone meanwhile, or the server closed.
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
      // Asked for before the server closes, answered after: nobody would end it any more.
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
