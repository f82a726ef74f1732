import { MutationCache, QueryClient } from '@tanstack/react-query';
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
    onSuccess: () => {
      void queryClient.invalidateQueries();
    },
  }),
});
