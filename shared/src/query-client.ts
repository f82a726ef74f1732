import {
  MutationCache,
  QueryClient,
  notifyManager,
  replaceEqualDeep,
  type Query,
} from '@tanstack/react-query';
import { isRefusal } from '@daybook/shared/call';
import { figuresAsOf } from '@daybook/shared/figures-as-of';
import { i18n } from '@daybook/shared/i18n';
import { whenForgotten } from '@daybook/shared/session';

const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && isRefusal(error) && (error.code === 'NETWORK' || error.code === 'UNAVAILABLE');

// What has come is drawn at once. By default it waits for a timer, behind whatever else the page does.
notifyManager.setScheduler(queueMicrotask);

/**
 * A query that is read again keeps of the data before what has not changed. An answer with older figures stays as it came, and replaces and is
 * replaced as a whole: it would pass for another one.
 */
const keepUnchanged = (before: unknown, after: unknown): unknown =>
  figuresAsOf(before) !== null || figuresAsOf(after) !== null ? after : replaceEqualDeep(before, after);

/**
 * The only cache of server data. A write to a ledger changes many balances, so after every write all active reads are
 * refreshed. Without a connection, a call fails with an error; by default it would wait silently.
 */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: isWorthRetrying,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      refetchOnReconnect: true,
      structuralSharing: keepUnchanged,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onSuccess: (_data, variables, _context, { meta }) => {
      const gone = meta?.['removes'] === true ? (variables as { input: { id: string } }).input.id : null;
      void queryClient.invalidateQueries({ predicate: (query) => !isOf(query, gone) });
      if (gone === null) return;
      // The page of the deleted record is about to close: reading it at once would show "not found" first.
      setTimeout(
        () => void queryClient.invalidateQueries({ predicate: (query) => isOf(query, gone) }),
        leavingMs,
      );
    },
  }),
});

const leavingMs = 2_000;

/** Whether a query reads the record with this id; its key is `[method, path, input]`. */
const isOf = ({ queryKey: [, , input] }: Query, id: string | null): boolean =>
  id !== null && typeof input === 'object' && input !== null && 'id' in input && input.id === id;

whenForgotten(() => queryClient.clear());

// Answers may hold words of the server, such as the names of fields in the audit log: they are in the language of the request.
i18n.on('languageChanged', () => void queryClient.invalidateQueries());
