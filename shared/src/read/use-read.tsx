import { keepPreviousData, useQueries, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { call, isRefusal, outputAhead } from '@daybook/shared/call';
import { queryClient } from '@daybook/shared/query-client';

export interface Read<Data> {
  data: Data | undefined;
  /** Why there is no data; null while it is loading. */
  error: Error | null;
  retry: () => void;
}

/** The caller may no longer see the record, or it is gone. */
const isWithdrawn = (error: Error | null): boolean =>
  isRefusal(error) && ['PERM_DENIED', 'NOT_FOUND'].includes(error.code);

/**
 * What a query shows. A failed read in the background removes nothing from the screen, nor an open dialog above it. Only
 * a withdrawn permission and a deleted record do.
 */
export function shownOf<Data>({ data, error }: { data: Data | undefined; error: Error | null }) {
  if (isWithdrawn(error)) return { data: undefined, error };
  return { data, error: data === undefined ? error : null };
}

/** The query of an endpoint. If its answer was asked for ahead and has come, the first drawing has it. */
export const queryOfRead = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | null,
): UseQueryOptions<OutputOf<E>> => ({
  queryKey: [endpoint.method, endpoint.path, input],
  queryFn: async ({ signal }) => call(endpoint, input as InputOf<E>, { signal }),
  // Only for a new query: one that waits for the same answer takes it itself.
  initialData: () =>
    input === null || queryClient.getQueryState([endpoint.method, endpoint.path, input])
      ? undefined
      : outputAhead(endpoint, input),
  enabled: input !== null,
});

/** Reads from the API, and again after every write. With `input` null it waits. */
export function useRead<E extends Endpoint>(endpoint: E, input: InputOf<E> | null): Read<OutputOf<E>> {
  const query = useQuery(queryOfRead(endpoint, input), queryClient);
  return { ...shownOf(query), retry: () => void query.refetch() };
}

/**
 * Like `useRead`, for figures above a list: while another filter is being read it has those of the filter before, as the list has its
 * rows. If they went and came again, the list would move.
 */
export function useSteadyRead<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | null,
): Read<OutputOf<E>> & { isLoading: boolean } {
  const query = useQuery({ ...queryOfRead(endpoint, input), placeholderData: keepPreviousData }, queryClient);
  return { ...shownOf(query), isLoading: query.isLoading, retry: () => void query.refetch() };
}

/** Like `useRead`, for several inputs: what each of them reads, once all have been read. */
export function useReadEach<E extends Endpoint>(
  endpoint: E,
  inputs: readonly InputOf<E>[],
): Read<OutputOf<E>[]> {
  const queries = useQueries(
    {
      queries: inputs.map((input) => queryOfRead(endpoint, input)),
    },
    queryClient,
  );
  const shown = queries.map((query) => shownOf<OutputOf<E>>(query));
  const data = shown.flatMap((read) => (read.data === undefined ? [] : [read.data]));
  return {
    data: data.length === inputs.length ? data : undefined,
    error: shown.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of queries) void query.refetch();
    },
  };
}

const liveMs = 1_000;

/** Like `useRead`, for something in progress: it reads again every second until it is done. */
export function useLiveRead<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | null,
  goesOn: (data: OutputOf<E>) => boolean,
): Read<OutputOf<E>> {
  const query = useQuery(
    {
      ...queryOfRead(endpoint, input),
      refetchInterval: ({ state: { data } }) => data !== undefined && goesOn(data) && liveMs,
    },
    queryClient,
  );
  return { ...shownOf(query), retry: () => void query.refetch() };
}

/** Like `useRead`, for data that a proposal is based on: it ignores answers from before the component was mounted. */
export function useFreshRead<E extends Endpoint>(endpoint: E, input: InputOf<E> | null): Read<OutputOf<E>> {
  const query = useQuery(
    { ...queryOfRead(endpoint, input), initialData: undefined, refetchOnMount: false },
    queryClient,
  );
  const [mountedAt] = useState(() => Date.now());
  const { refetch } = query;
  const asked = input === null ? null : JSON.stringify(input);
  useEffect(() => {
    // Replaces a read in progress, which `refetchOnMount` would wait for.
    if (asked !== null) void refetch();
  }, [asked, refetch]);
  const data = query.dataUpdatedAt >= mountedAt ? query.data : undefined;
  const error = query.errorUpdatedAt >= mountedAt ? query.error : null;
  return { ...shownOf({ data, error }), retry: () => void query.refetch() };
}
