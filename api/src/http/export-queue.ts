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

interface Asked {
  userId: string;
  /** The address, by which the same asked again is known. */
  asked: string;
  answer: ServerResponse;
}

/** Who goes on after a pause comes first, then the first of each person, then what else they have asked for. */
const inOrder = (entries: Iterable<Entry>): Entry[] =>
  [...entries]
    .filter(({ state }) => state === 'waiting' || state === 'back')
    .toSorted((a, b) => (a.state === 'back' ? -1 : a.rank) - (b.state === 'back' ? -1 : b.rank));

/** Who has a turn to make a file, and who comes next. */
export class ExportQueue {
  readonly #entries = new Set<Entry>();
  readonly #terms: QueueTerms;

  constructor(given: QueueTerms = terms) {
    this.#terms = given;
  }

  /**
   * Waits for the turn of what somebody asked for, until its answer is given or its reader is gone. Refuses EXPORT_WAITS with the
   * place when it takes longer: the same asked again goes on from there. Refuses UNAVAILABLE when too much waits already.
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

  /** A person has one turn at a time, so that the other one is there for everybody else. */
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

  /** The place is kept for a while. Those that are being made count: one of them has to end first. */
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
