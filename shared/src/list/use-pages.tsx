import { useInfiniteQuery } from '@tanstack/react-query';
import type { Endpoint, InputOf } from '@daybook/contracts/endpoint';
import type { Page } from '@daybook/contracts/lists';
import { call } from '@daybook/shared/call';
import { queryClient } from '@daybook/shared/query-client';
import { shownOf } from '../read/use-read.tsx';
import type { RowOf } from './use-list.tsx';

export interface Pages<Row> {
  rows: readonly Row[];
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
  hasMore: boolean;
  more: () => void;
}

/** The pages of a list one below the other, as many as were requested. */
export function usePages<E extends Endpoint>(list: E, input: InputOf<E>): Pages<RowOf<{ list: E }>> {
  type Row = RowOf<{ list: E }>;
  const query = useInfiniteQuery(
    {
      queryKey: ['GET', list.path, 'pages', input],
      queryFn: async ({ signal, pageParam }) =>
        (await call(list, { ...input, cursor: pageParam ?? undefined }, { signal })) as Page<Row>,
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
    },
    queryClient,
  );
  const { data, error } = shownOf(query);
  return {
    rows: data?.pages.flatMap(({ rows }) => rows) ?? [],
    isLoading: query.isPending,
    error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    more: () => {
      if (!query.isFetching) void query.fetchNextPage();
    },
  };
}
