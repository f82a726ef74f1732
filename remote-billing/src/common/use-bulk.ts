import { useRef, useState } from 'react';
import { queryClient } from '@daybook/shared/query-client';
import { refusalText } from '@daybook/shared/ui/refusal-text';

/** How each row came out: null when it was done, else why not. A row that is not in it was not tried. */
export type BulkResults = ReadonlyMap<string, string | null>;

export interface Bulk {
  results: BulkResults;
  isRunning: boolean;
  run: () => Promise<void>;
  /** The row under way is still done. */
  stop: () => void;
}

interface Work<Row> {
  rows: readonly Row[];
  /** One row; throws the refusal. */
  one: (row: Row) => Promise<void>;
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
      const refused = await one(row).then(() => null, refusalText);
      setResults((before) => new Map(before).set(row.id, refused));
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
