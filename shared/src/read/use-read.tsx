import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { call, isRefusal } from '@daybook/shared/call';
import { queryClient } from '@daybook/shared/query-client';

export interface Read<Data> {
  data: Data | undefined;
  /** Why there is no data; null while it is under way. */
  error: Error | null;
  retry: () => void;
}

/** What may no longer be seen, or is no longer there. */
const isWithdrawn = (error: Error | null): boolean =>
  isRefusal(error) && ['PERM_DENIED', 'NOT_FOUND'].includes(error.code);

/**
 * What a query shows. A read that fails in the background takes nothing away of what is on the screen, and of what is open above it;
 * only a right that was withdrawn and a record that is gone do.
 */
export function shownOf<Data>({ data, error }: { data: Data | undefined; error: Error | null }) {
  if (isWithdrawn(error)) return { data: undefined, error };
  return { data, error: data === undefined ? error : null };
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
  return { ...shownOf(query), retry: () => void query.refetch() };
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
  return { ...shownOf(query), retry: () => void query.refetch() };
}

/** As `useRead`, for what is proposed from: nothing that was asked for before the caller stood there. */
export function useFreshRead<E extends Endpoint>(endpoint: E, input: InputOf<E> | null): Read<OutputOf<E>> {
  const query = useQuery(
    {
      queryKey: [endpoint.method, endpoint.path, input],
      queryFn: async ({ signal }) => call(endpoint, input as InputOf<E>, { signal }),
      enabled: input !== null,
      refetchOnMount: false,
    },
    queryClient,
  );
  const [mountedAt] = useState(() => Date.now());
  const { refetch } = query;
  const asked = input === null ? null : JSON.stringify(input);
  useEffect(() => {
    // Takes the place of a read that is under way, which `refetchOnMount` would wait for.
    if (asked !== null) void refetch();
  }, [asked, refetch]);
  const data = query.dataUpdatedAt >= mountedAt ? query.data : undefined;
  return { ...shownOf({ data, error: query.error }), retry: () => void query.refetch() };
}
