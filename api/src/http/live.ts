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
  subscribe(userId: string, subscriber: Subscriber): () => void;
  countOf(userId: string): number;
  close(): void;
}

/** Listens with one connection of the pool, while anybody does; a lost one is replaced. */
export function liveOver(pool: pg.Pool, log: Pick<Logger, 'warn'>): Live {
  const byUser = new Map<string, Set<Subscriber>>();
  let client: pg.PoolClient | null = null;
  let asking: ReturnType<typeof setInterval> | undefined;
  let isListening = false;
  let isClosed = false;

  const hear = ({ payload = '' }: { payload?: string }) => {
    const told = Told.parse(JSON.parse(payload));
    for (const { tell } of byUser.get(told.userId) ?? []) tell(told.event);
  };
  const stop = (lost?: Error) => {
    const was = client;
    client = null;
    isListening = false;
    clearInterval(asking);
    was?.removeAllListeners('notification');
    was?.release(lost ?? true);
  };
  const listen = async () => {
    if (isClosed || client !== null || byUser.size === 0) return;
    try {
      const connected = await pool.connect();
      client = connected;
      connected.on('notification', hear);
      connected.once('error', (error: Error) => {
        stop(error);
        setTimeout(() => void listen(), retryMs).unref();
      });
      await connected.query(`listen ${channel}`);
      if (client !== connected) return;
      isListening = true;
      for (const theirs of byUser.values()) for (const { listening } of theirs) listening();
      // A failure is told by the connection itself.
      asking = setInterval(() => void connected.query('select 1').catch(() => undefined), askMs);
      asking.unref();
    } catch (error) {
      log.warn({ err: error }, 'live events wait for the database');
      if (client !== null) stop(error as Error);
      setTimeout(() => void listen(), retryMs).unref();
    }
  };
  return {
    subscribe(userId, subscriber) {
      const theirs = byUser.get(userId) ?? new Set();
      byUser.set(userId, theirs.add(subscriber));
      if (isListening) subscriber.listening();
      else void listen();
      return () => {
        theirs.delete(subscriber);
        if (theirs.size === 0) byUser.delete(userId);
        if (byUser.size === 0) stop();
      };
    },
    countOf: (userId) => byUser.get(userId)?.size ?? 0,
    close() {
      isClosed = true;
      for (const theirs of byUser.values()) for (const { end } of theirs) end();
      byUser.clear();
      stop();
    },
  };
}
