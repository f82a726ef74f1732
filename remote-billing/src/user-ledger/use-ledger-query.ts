import { useSearchParams } from 'react-router-dom';
import { pageSizes } from '@daybook/contracts/lists';
import { today } from '@daybook/shared/today';

const names = ['entityId', 'currency', 'from', 'asOf', 'cursor', 'pageSize'] as const;

/** A ledger as the address names it: whose it is, its days, and its page. */
export type LedgerQuery = Record<(typeof names)[number], string | null>;

/** Back and shared links work, because the choice is in the address. */
export function useLedgerQuery() {
  const [params, setParams] = useSearchParams();
  const query = Object.fromEntries(names.map((name) => [name, params.get(name)])) as LedgerQuery;
  const change = (patch: Partial<LedgerQuery>) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      // Another ledger starts on its first page.
      for (const [name, value] of Object.entries({ cursor: null, ...patch })) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  return {
    query,
    change,
    asOf: query.asOf ?? today(),
    pageSize: pageSizes.find((size) => String(size) === query.pageSize) ?? pageSizes[0],
  };
}
