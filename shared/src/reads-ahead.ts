import type { AxiosResponse } from 'axios';
import type { FieldRefusals, RefusalCode } from '@daybook/contracts/refusals';

export type Answer = Pick<AxiosResponse<unknown>, 'status' | 'headers' | 'data'>;

type Envelope =
  | { status: true; data: unknown }
  | {
      status: false;
      code: RefusalCode;
      message?: string;
      errors?: FieldRefusals;
      params?: Record<string, unknown>;
      traceId?: string;
      data?: unknown;
    };

export const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'status' in body && typeof body.status === 'boolean';

/** A read that was sent before the screen that wants it. */
export interface EarlyRead {
  /** With its query, as `/clients?sort=name`; without one it ends in `?`. */
  address: string;
  token: string | null;
  /** Answers may hold words of the server. */
  language: string;
  answer: Promise<Answer>;
  /** When it was sent, as `performance.now()` says it. */
  askedAt: number;
}

interface KeptRead extends EarlyRead {
  /** Once it is there. */
  come?: Answer;
}

const keptMs = 10_000;

/** Reads that were sent ahead, by address. Each is used once, within 10 s and only while `isCurrent` says that it is still this person's. */
export function readsAhead(isCurrent: (read: EarlyRead) => boolean) {
  const kept = new Map<string, KeptRead>();
  let clearedAt = 0;
  const find = (address: string): KeptRead | undefined => {
    const read = kept.get(address);
    return read && performance.now() < read.askedAt + keptMs && isCurrent(read) ? read : undefined;
  };
  return {
    keep: (read: EarlyRead): void => {
      if (read.askedAt < clearedAt) return;
      const one: KeptRead = { ...read };
      kept.set(read.address, one);
      read.answer.then(
        (answer) => (one.come = answer),
        // If no call uses the answer, a failure must not be reported as unhandled; a call that does use it gets the failure.
        () => undefined,
      );
    },
    has: (address: string): boolean => find(address) !== undefined,
    take: (address: string): Promise<Answer> | undefined => {
      const read = find(address);
      kept.delete(address);
      return read?.answer;
    },
    /** The answer, if it has come and is an output. A refusal stays for `take`. */
    takeOutput: (address: string): Answer | undefined => {
      const answer = find(address)?.come;
      if (answer === undefined || !isEnvelope(answer.data) || !answer.data.status) return undefined;
      kept.delete(address);
      return answer;
    },
    /** After this, nothing that was sent before is used, even if it is kept only later. */
    clear: (): void => {
      clearedAt = performance.now();
      kept.clear();
    },
  };
}
