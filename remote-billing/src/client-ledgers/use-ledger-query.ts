import { useSearchParams } from 'react-router-dom';

export interface LedgerQuery {
  clientId: string | null;
  groupId: string | null;
  entityId: string | null;
  currency: string | null;
  from: string | null;
  asOf: string | null;
  cursor: string | null;
  pageSize: string | null;
  /** How the lines of a group are ordered. */
  order: string | null;
  /** What a statement holds. */
  kind: string | null;
}

const names = [
  'clientId',
  'groupId',
  'entityId',
  'currency',
  'from',
  'asOf',
  'cursor',
  'pageSize',
  'order',
  'kind',
] as const;

/** The ledger that the address names, so that Back and shared links work. */
export function useLedgerQuery() {
  const [params, setParams] = useSearchParams();
  const query = Object.fromEntries(names.map((name) => [name, params.get(name)])) as unknown as LedgerQuery;
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
  return { query, change };
}
