import { pageSizes } from '@daybook/contracts/lists';

/** All there is, in the order it came, for a table that is no list. */
export function onePage<Row>(rows: readonly Row[]) {
  return {
    rows,
    isRefreshing: false,
    sort: '',
    sorts: [],
    setSort: () => undefined,
    previous: null,
    next: null,
    isFirst: true,
    goTo: () => undefined,
    pageSize: pageSizes[0],
    setPageSize: () => undefined,
  };
}
