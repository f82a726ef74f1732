import type { ServerResponse } from 'node:http';
import { Refusal } from '@daybook/contracts/refusals';

/** How a queue goes; a test has its own. */
export interface QueueTerms {
  /** So many are made at a time. */
  atOnce: number;
  /** So many are in hand, those that wait included, of all and of one person. */
  most: number;
  mostOfPerson: number;
  /** How long an answer waits for its turn before it tells the place instead. */
  holdMs: number;
  /** How long the place is kept for who was told it and asks again. */
  keptMs: number;
  /** How long a reader may leave what was made unread before another takes the turn. */
  patienceMs: number;
}

/** Shorter than any gateway waits for the first byte. */
const terms: QueueTerms = {
  atOnce: 2,
  most: 40,
  mostOfPerson: 5,
  holdMs: 2_000,
  keptMs: 10_000,
  patienceMs: 1_000,
};

type State = 'waiting' | 'running' | 'aside' | 'back';

interface Entry {
  userId: string;
  asked: string;
  /** How many of the person's were in hand before it. */
  rank: number;
  state: State;
  /** Whoever asks is here, and goes on by this. */
  goOn: (() => void) | null;
  lapse: ReturnType<typeof setTimeout> | null;
}

/** What an export may do in the queue once it is its turn. */
export interface Turn {
  /** Hands a piece to the reader; while they are slow to take it, another has the turn. */
  paced: <Piece>(pieces: AsyncIterable<Piece>) => AsyncGenerator<Piece>;
  end: () => void;
}

export interface ExportQueue {
  /**
   * Waits for the turn of what somebody asked for, until its answer is given or its reader is gone. Refuses EXPORT_WAITS with the
   * place when it takes longer: the same asked again goes on from there. Refuses UNAVAILABLE when too much waits already.
   */
  turnOf(of: { userId: string; asked: string; answer: ServerResponse }): Promise<Turn>;
}

/** Who goes on after a pause comes first, then the first of each person, then what else they have asked for. */
const inOrder = (entries: Iterable<Entry>): Entry[] =>
  [...entries]
    .filter(({ state }) => state === 'waiting' || state === 'back')
    .toSorted((a, b) => (a.state === 'back' ? -1 : a.rank) - (b.state === 'back' ? -1 : b.rank));

export function exportQueue({ atOnce, most, mostOfPerson, holdMs, keptMs, patienceMs } = terms): ExportQueue {
  const entries = new Set<Entry>();
  const running = () => [...entries].filter(({ state }) => state === 'running');

  /** A person has one turn at a time, so that the other one is there for everybody else. */
  const mayRun = (entry: Entry) =>
    entry.goOn !== null &&
    (entry.state === 'back' || running().every(({ userId }) => userId !== entry.userId));

  const next = () => {
    for (const entry of inOrder(entries)) {
      if (running().length >= atOnce) return;
      if (!mayRun(entry)) continue;
      entry.state = 'running';
      entry.goOn?.();
    }
  };
  const end = (entry: Entry) => {
    if (entry.lapse !== null) clearTimeout(entry.lapse);
    if (!entries.delete(entry)) return;
    entry.goOn?.();
    next();
  };
  const isOver = (entry: Entry) => !entries.has(entry);
  const enter = (userId: string, asked: string): Entry => {
    const theirs = [...entries].filter((entry) => entry.userId === userId);
    const left = theirs.find((entry) => entry.asked === asked && entry.lapse !== null);
    if (left) {
      clearTimeout(left.lapse ?? undefined);
      left.lapse = null;
      return left;
    }
    if (entries.size >= most || theirs.length >= mostOfPerson) throw new Refusal('UNAVAILABLE');
    const entry: Entry = { userId, asked, rank: theirs.length, state: 'waiting', goOn: null, lapse: null };
    entries.add(entry);
    return entry;
  };
  /** The place is kept for a while. Those that are being made count: one of them has to end first. */
  const told = (entry: Entry) => {
    entry.goOn = null;
    entry.lapse = setTimeout(() => end(entry), keptMs);
    entry.lapse.unref();
    return new Refusal('EXPORT_WAITS', {
      before: running().length + inOrder(entries).indexOf(entry),
    });
  };
  /** Waits for the turn, but no longer than the answer may. */
  const firstTurn = (entry: Entry) =>
    new Promise<void>((resolve, reject) => {
      const hold = setTimeout(() => reject(told(entry)), holdMs);
      entry.goOn = () => {
        clearTimeout(hold);
        resolve();
      };
      next();
    });
  const turnAgain = (entry: Entry) =>
    new Promise<void>((resolve) => {
      entry.state = 'back';
      entry.goOn = resolve;
      next();
    });
  const pacedBy = (entry: Entry): Turn['paced'] =>
    async function* paced(pieces) {
      let patience: ReturnType<typeof setTimeout> | undefined;
      const stepAside = () => {
        entry.state = 'aside';
        next();
      };
      try {
        for await (const piece of pieces) {
          patience = setTimeout(stepAside, patienceMs);
          yield piece;
          clearTimeout(patience);
          if (entry.state === 'aside') await turnAgain(entry);
          if (isOver(entry)) return;
        }
      } finally {
        clearTimeout(patience);
        end(entry);
      }
    };
  return {
    async turnOf({ userId, asked, answer }) {
      const entry = enter(userId, asked);
      const leave = () => end(entry);
      answer.once('close', leave);
      try {
        if (answer.destroyed) leave();
        else await firstTurn(entry);
      } catch (error) {
        answer.off('close', leave);
        throw error;
      }
      if (isOver(entry)) throw new Refusal('UNAVAILABLE');
      return { paced: pacedBy(entry), end: leave };
    },
  };
}
