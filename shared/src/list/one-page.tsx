import { pageSizes } from '@daybook/contracts/lists';

/** All rows on one page, in their given order, for a table that is not a paged list. */
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
