import type { ColumnType } from 'antd/es/table';
import { lazyPart } from './lazy-part.ts';

type Filter = NonNullable<ColumnType<unknown>['filters']>[number];

/** The menu in the head of a column with filters; it brings a tree. */
export default lazyPart(() => import('antd/es/table/hooks/useFilter/FilterDropdown'));

/** As in the module it stands for. */
export const flattenKeys = (filters: readonly Filter[] = []): Filter['value'][] =>
  filters.flatMap(({ value, children }) => [value, ...flattenKeys(children)]);
