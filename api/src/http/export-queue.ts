import type { ServerResponse } from 'node:http';
import { Refusal } from '@daybook/contracts/refusals';

/** The limits of a queue; a test has its own. */
export interface QueueTerms {
  /** So many are written at a time. */
  atOnce: number;
  /** So many are in progress or waiting, of all people and of one person. */
  most: number;
  mostOfPerson: number;
  /** How long a request waits for its turn before it is answered with its place. */
  holdMs: number;
  /** How long the place is kept for the same request. */
  keptMs: number;
  /** How long a reader may leave a piece unread before another takes the turn. */
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
  /** How many of the person's exports were in progress or waiting before it. */
  rank: number;
  state: State;
  /** Continues the request that waits here. */
  goOn: (() => void) | null;
  lapse: ReturnType<typeof setTimeout> | null;
}

/** What an export may do in the queue once it is its turn. */
export interface Turn {
  /** Hands a piece to the reader; while they are slow to take it, another has the turn. */
  paced: <Piece>(pieces: AsyncIterable<Piece>) => AsyncGenerator<Piece>;
  end: () => void;
}

interface Asked {
  userId: string;
  /** The address, which identifies a repeated request. */
  asked: string;
  answer: ServerResponse;
}

/** An export that continues after a pause comes first, then the first of each person, then their others. */
const inOrder = (entries: Iterable<Entry>): Entry[] =>
  [...entries]
    .filter(({ state }) => state === 'waiting' || state === 'back')
    .toSorted((a, b) => (a.state === 'back' ? -1 : a.rank) - (b.state === 'back' ? -1 : b.rank));

/** Which exports have a turn to write a file, and which come next. */
export class ExportQueue {
  readonly #entries = new Set<Entry>();
  readonly #terms: QueueTerms;

  constructor(given: QueueTerms = terms) {
    this.#terms = given;
  }

  /**
   * Waits for the turn of an export, which lasts until its answer is sent or its reader is gone. Refuses EXPORT_WAITS with the
   * place when that takes too long; the repeated request continues from there. Refuses UNAVAILABLE when the queue is full.
   */
  async turnOf({ userId, asked, answer }: Asked): Promise<Turn> {
    const entry = this.#enter(userId, asked);
    const end = () => this.#end(entry);
    answer.once('close', end);
    try {
      if (answer.destroyed) end();
      else await this.#firstTurn(entry);
    } catch (error) {
      answer.off('close', end);
      throw error;
    }
    if (!this.#entries.has(entry)) throw new Refusal('UNAVAILABLE');
    return { paced: (pieces) => this.#paced(entry, pieces), end };
  }

  #running(): Entry[] {
    return [...this.#entries].filter(({ state }) => state === 'running');
  }

  /** A person has one turn at a time, so that the other one is free for everyone else. */
  #mayRun(entry: Entry): boolean {
    if (entry.goOn === null) return false;
    return entry.state === 'back' || this.#running().every(({ userId }) => userId !== entry.userId);
  }

  #next(): void {
    for (const entry of inOrder(this.#entries)) {
      if (this.#running().length >= this.#terms.atOnce) return;
      if (!this.#mayRun(entry)) continue;
      entry.state = 'running';
      entry.goOn?.();
    }
  }

  #end(entry: Entry): void {
    if (entry.lapse !== null) clearTimeout(entry.lapse);
    if (!this.#entries.delete(entry)) return;
    entry.goOn?.();
    this.#next();
  }

  #enter(userId: string, asked: string): Entry {
    const theirs = [...this.#entries].filter((entry) => entry.userId === userId);
    const left = theirs.find((entry) => entry.asked === asked && entry.lapse !== null);
    if (left) {
      clearTimeout(left.lapse ?? undefined);
      left.lapse = null;
      return left;
    }
    const { most, mostOfPerson } = this.#terms;
    if (this.#entries.size >= most || theirs.length >= mostOfPerson) throw new Refusal('UNAVAILABLE');
    const rank = theirs.length;
    const entry: Entry = { userId, asked, rank, state: 'waiting', goOn: null, lapse: null };
    this.#entries.add(entry);
    return entry;
  }

  /** Keeps the place for a while. Exports in progress count, because one of them has to end first. */
  #told(entry: Entry): Refusal {
    entry.goOn = null;
    entry.lapse = setTimeout(() => this.#end(entry), this.#terms.keptMs);
    entry.lapse.unref();
    const before = this.#running().length + inOrder(this.#entries).indexOf(entry);
    return new Refusal('EXPORT_WAITS', { before });
  }

  /** Waits for the turn, but no longer than the answer may. */
  #firstTurn(entry: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      const hold = setTimeout(() => reject(this.#told(entry)), this.#terms.holdMs);
      entry.goOn = () => {
        clearTimeout(hold);
        resolve();
      };
      this.#next();
    });
  }

  #turnAgain(entry: Entry): Promise<void> {
    return new Promise((resolve) => {
      entry.state = 'back';
      entry.goOn = resolve;
      this.#next();
    });
  }

  async *#paced<Piece>(entry: Entry, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    let patience: ReturnType<typeof setTimeout> | undefined;
    const stepAside = () => {
      entry.state = 'aside';
      this.#next();
    };
    try {
      for await (const piece of pieces) {
        patience = setTimeout(stepAside, this.#terms.patienceMs);
        yield piece;
        clearTimeout(patience);
        if (entry.state === 'aside') await this.#turnAgain(entry);
        if (!this.#entries.has(entry)) return;
      }
    } finally {
      clearTimeout(patience);
      this.#end(entry);
    }
  }
}
