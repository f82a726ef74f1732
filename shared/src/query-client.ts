import { MutationCache, QueryClient, type Query } from '@tanstack/react-query';
import { isRefusal } from '@daybook/shared/call';

const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && isRefusal(error) && (error.code === 'NETWORK' || error.code === 'UNAVAILABLE');

/**
 * The one cache of server data. A ledger's write moves many balances, so after any write every active read is refreshed.
 * Without a connection a call fails and says so; by default it would wait, without a word, until there is one.
 */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: isWorthRetrying,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onSuccess: (_data, variables, _context, { meta }) => {
      const gone = meta?.['removes'] === true ? (variables as { input: { id: string } }).input.id : null;
      void queryClient.invalidateQueries({ predicate: (query) => !isOf(query, gone) });
      if (gone === null) return;
      // Its page is about to be left: read again at once, it would turn into "not found" on the way out.
      setTimeout(
        () => void queryClient.invalidateQueries({ predicate: (query) => isOf(query, gone) }),
        leavingMs,
      );
    },
  }),
});

const leavingMs = 2_000;

/** Whether a read is of the record with this id, by `[method, path, input]`. */
const isOf = ({ queryKey: [, , input] }: Query, id: string | null): boolean =>
  id !== null && typeof input === 'object' && input !== null && 'id' in input && input.id === id;
