import { useRef, useState } from 'react';
import { queryClient } from '@daybook/shared/query-client';

/** How a row came out: what it is called now, if that is new, or what it was refused for. */
export type BulkResult = { isDone: true; name: string | null } | { isDone: false; error: unknown };

/** A row that is not in it was not tried. */
export type BulkResults = ReadonlyMap<string, BulkResult>;

export interface Bulk {
  results: BulkResults;
  isRunning: boolean;
  run: () => Promise<void>;
  /** The row under way is still done. */
  stop: () => void;
}

interface Work<Row> {
  rows: readonly Row[];
  /** One row; answers what it is called now, null when as before, and throws the refusal. */
  one: (row: Row) => Promise<string | null>;
  /** After the last one. */
  end?: (() => Promise<void>) | undefined;
}

/** The same step for many records, one after the other, so that what is numbered is numbered in their order. */
export function useBulk<Row extends { id: string }>({ rows, one, end }: Work<Row>): Bulk {
  const [results, setResults] = useState<BulkResults>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const run = async () => {
    isStopped.current = false;
    setRunning(true);
    for (const row of rows) {
      if (isStopped.current) break;
      const result = await one(row).then(
        (name): BulkResult => ({ isDone: true, name }),
        (error: unknown): BulkResult => ({ isDone: false, error }),
      );
      setResults((before) => new Map(before).set(row.id, result));
    }
    await end?.();
    setRunning(false);
    void queryClient.invalidateQueries();
  };
  return {
    results,
    isRunning,
    run,
    stop: () => {
      isStopped.current = true;
    },
  };
}
