import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { pageSizes, type ListTotal, type Page } from '@daybook/contracts/lists';
import type { z } from 'zod';
import { call, download, type CallOptions } from '@daybook/shared/call';
import { queryClient } from '@daybook/shared/query-client';
import { onTheDay, readListAddress, writeListAddress, type ListAddress } from '@daybook/shared/list-address';
import { countText } from '../record/count-text.tsx';
import { queryOfRead, shownOf } from '../read/use-read.tsx';

/** The endpoints of a list; `total` and `export` only if the list has them. */
export interface ListEndpoints {
  list: Endpoint;
  total?: Endpoint;
  export?: Endpoint;
}

export type RowOf<E extends ListEndpoints> =
  OutputOf<E['list']> extends { rows: (infer Row)[] } ? Row : never;
export type FilterOf<E extends ListEndpoints> =
  InputOf<E['list']> extends { filter?: infer Filter } ? NonNullable<Filter> : object;
export type SortOf<E extends ListEndpoints> =
  InputOf<E['list']> extends { sort?: infer Sort } ? NonNullable<Sort> & string : never;

export type ExportAs = (
  format: 'xlsx' | 'csv',
  options: Pick<CallOptions, 'onWait'>,
) => Promise<{ blob: Blob; name: string }>;

type Total = z.infer<typeof ListTotal>;

export interface Counted {
  by: Endpoint;
  found: Record<string, unknown>;
  /** The rows come first. */
  isReady: boolean;
}

/**
 * The number of matching records, of an endpoint or as it is known; arrives after the rows. What shows it asks for it: a list that did
 * would draw all its rows again when the number comes.
 */
export function useTotal(counted: Counted | Total | undefined): Total | undefined {
  const asked = counted !== undefined && 'by' in counted ? counted : undefined;
  const { data } = useQuery(
    {
      queryKey: ['GET', asked?.by.path, asked?.found],
      queryFn: async ({ signal }) =>
        (await call(asked?.by as Endpoint, asked?.found ?? {}, { signal })) as Total,
      enabled: asked?.isReady === true,
    },
    queryClient,
  );
  return counted !== undefined && 'by' in counted ? data : counted;
}

/** The same as text, such as "10,000+"; empty until it arrives. */
export function useTotalText(counted: Counted | Total | undefined): string {
  const total = useTotal(counted);
  return total === undefined ? '' : `${countText(total.total)}${total.isCapped ? '+' : ''}`;
}

/** A list whose filters, search, sort, columns and cursor are in the URL, so that Back and sharing work. */
export interface List<Row = unknown, Filter = object, Sort extends string = string> {
  rows: readonly Row[];
  /** Nothing to show yet. */
  isLoading: boolean;
  /** Another page or filter is loading; the rows are still the previous ones. */
  isRefreshing: boolean;
  error: Error | null;
  /** The last read failed; the rows are the previous ones. */
  isStale?: boolean;
  retry: () => void;

  q: string;
  setQ: (q: string) => void;
  filter: Readonly<Partial<Filter>>;
  setFilter: (patch: Partial<Filter>) => void;
  isFiltered: boolean;
  clear: () => void;

  sort: Sort | undefined;
  sorts: readonly Sort[];
  setSort: (sort: Sort) => void;
  pageSize: number;
  setPageSize: (size: number) => void;
  /** The cursors of the neighbouring pages; null if there is none. */
  previous: string | null;
  next: string | null;
  isFirst: boolean;
  goTo: (cursor: string | null) => void;

  /** The columns that the address names; null if it leaves them to the person's last choice. */
  columns: readonly string[] | null;
  setColumns: (columns: readonly string[] | null) => void;

  /** How `useTotal` counts the matching records, or their number; undefined if they are not counted. */
  counted: Counted | Total | undefined;
  /** Exports all records of the filter; undefined if the list has no export. */
  exportAs: ExportAs | undefined;
}

/**
 * The state of a list in its address, and the functions that change it. `found` is the query of total and export. Other
 * views of the same list need only this.
 */
export function useFound<E extends ListEndpoints>(
  { export: exported }: E,
  of: object = {},
  always: Partial<FilterOf<E>> = {},
) {
  const [params, setParams] = useSearchParams();
  const address = readListAddress(params);
  const { q, filter, sort, cursor } = address;
  const found = { ...of, q: q || undefined, filter: { ...onTheDay(filter), ...always } };
  const change = (patch: Partial<ListAddress>, replace = false) =>
    setParams((before) => writeListAddress(before, { ...readListAddress(before), cursor: null, ...patch }), {
      replace,
    });
  return {
    address,
    change,
    found,
    q,
    setQ: (typed: string) => change({ q: typed }, true),
    filter: filter as Partial<FilterOf<E>>,
    setFilter: (patch: Partial<FilterOf<E>>) => change({ filter: { ...filter, ...patch } }),
    isFiltered: q !== '' || Object.keys(filter).length > 0,
    clear: () => change({ q: '', filter: {} }),
    isFirst: cursor === null,
    goTo: (to: string | null) => change({ cursor: to }),
    columns: address.columns,
    setColumns: (columns: readonly string[] | null) => change({ columns, cursor: address.cursor }, true),
    exportAs:
      exported &&
      (async (format: 'xlsx' | 'csv', options: Pick<CallOptions, 'onWait'>) =>
        download(exported, { ...found, sort: sort ?? undefined, format }, options)),
  };
}

/**
 * `of` is the record whose parts are listed, as the path of the endpoints names it. `always` are filters that the screen
 * sends itself and that are not in its address.
 */
export function useList<E extends ListEndpoints>(
  endpoints: E,
  of?: { id: string },
  always?: Partial<FilterOf<E>>,
): List<RowOf<E>, FilterOf<E>, SortOf<E>> {
  const asked = useFound(endpoints, of, always);
  const { address, change, found } = asked;
  const input = { ...found, sort: address.sort, cursor: address.cursor, pageSize: address.pageSize };
  const sorts = sortsOf(endpoints.list) as SortOf<E>[];

  const page = useQuery(
    { ...queryOfRead(endpoints.list, input), placeholderData: keepPreviousData },
    queryClient,
  );
  const shown = shownOf(page);
  const data = shown.data as Page<RowOf<E>> | undefined;
  const { error } = shown;
  return {
    ...asked,
    rows: data?.rows ?? [],
    isLoading: page.isPending,
    isRefreshing: page.isPlaceholderData,
    error,
    isStale: error === null && page.error !== null,
    retry: () => void page.refetch(),
    sort: (address.sort ?? sorts[0]) as SortOf<E> | undefined,
    sorts,
    setSort: (sort) => change({ sort: sort === sorts[0] ? null : sort }),
    pageSize: address.pageSize ?? pageSizes[0],
    setPageSize: (size) => change({ pageSize: size === pageSizes[0] ? null : size }),
    previous: data?.previous ?? null,
    next: data?.next ?? null,
    counted: endpoints.total && { by: endpoints.total, found, isReady: page.isSuccess },
  };
}

/** The sorts that an index serves, from the contract's schema; the first is the default. */
function sortsOf(endpoint: Endpoint): readonly string[] {
  const field: unknown = endpoint.input.shape['sort'];
  const inner = field as { unwrap?: () => { options?: readonly string[] } } | undefined;
  return inner?.unwrap?.().options ?? [];
}
