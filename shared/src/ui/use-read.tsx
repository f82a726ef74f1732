import { useQuery } from '@tanstack/react-query';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { call } from '@daybook/shared/call';
import { queryClient } from '@daybook/shared/query-client';

export interface Read<Data> {
  data: Data | undefined;
  /** Why there is no data; null while it is under way. */
  error: Error | null;
  retry: () => void;
}

/** Reads from the API and keeps up with every write. `input` null waits. */
export function useRead<E extends Endpoint>(endpoint: E, input: InputOf<E> | null): Read<OutputOf<E>> {
  const query = useQuery(
    {
      queryKey: [endpoint.method, endpoint.path, input],
      queryFn: async ({ signal }) => call(endpoint, input as InputOf<E>, { signal }),
      enabled: input !== null,
    },
    queryClient,
  );
  return { data: query.data, error: query.error, retry: () => void query.refetch() };
}

const liveMs = 1_000;

/** As `useRead`, for what goes on by itself: read again every second while it does. */
export function useLiveRead<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | null,
  goesOn: (data: OutputOf<E>) => boolean,
): Read<OutputOf<E>> {
  const query = useQuery(
    {
      queryKey: [endpoint.method, endpoint.path, input],
      queryFn: async ({ signal }) => call(endpoint, input as InputOf<E>, { signal }),
      enabled: input !== null,
      refetchInterval: ({ state: { data } }) => data !== undefined && goesOn(data) && liveMs,
    },
    queryClient,
  );
  return { data: query.data, error: query.error, retry: () => void query.refetch() };
}

/** As `useRead`, for what is proposed from: nothing that was read before the caller stood there. */
export function useFreshRead<E extends Endpoint>(endpoint: E, input: InputOf<E> | null): Read<OutputOf<E>> {
  const query = useQuery(
    {
      queryKey: [endpoint.method, endpoint.path, input],
      queryFn: async ({ signal }) => call(endpoint, input as InputOf<E>, { signal }),
      enabled: input !== null,
      refetchOnMount: 'always',
    },
    queryClient,
  );
  const isFresh = query.isFetchedAfterMount && query.error === null;
  return { data: isFresh ? query.data : undefined, error: query.error, retry: () => void query.refetch() };
}
