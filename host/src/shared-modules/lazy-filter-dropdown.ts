import type { ColumnType } from 'antd/es/table';
import { lazyPart } from './lazy-part.ts';

type Filter = NonNullable<ColumnType<unknown>['filters']>[number];

/** The filter menu in a column header, which brings antd's tree with it. */
export default lazyPart(() => import('antd/es/table/hooks/useFilter/FilterDropdown'));

/** The same function as in the module that this file replaces. */
export const flattenKeys = (filters: readonly Filter[] = []): Filter['value'][] =>
  filters.flatMap(({ value, children }) => [value, ...flattenKeys(children)]);
