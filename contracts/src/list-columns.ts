import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { SavedListName } from './saved-views.ts';

/** The most columns that a person can choose for one list. */
export const mostColumns = 40;

export const columnName = /^[a-zA-Z]{1,40}$/;

/** The names of the columns that a list shows beside those that it always shows. */
const ColumnNames = z
  .array(z.string().regex(columnName))
  .max(mostColumns)
  .refine((names) => new Set(names).size === names.length);

export const ListColumns = z.object({ list: z.string(), columns: z.array(z.string()) });
export type ListColumns = z.infer<typeof ListColumns>;

const OfList = z.object({ list: SavedListName });

/** The columns that the caller chose last, by list. A list that they never changed is absent, and shows its usual columns. */
export const listColumns = {
  list: endpoint({
    method: 'GET',
    path: '/list-columns',
    allow: 'signedIn',
    input: z.object({}),
    output: z.array(ListColumns),
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/list-columns/:list',
    allow: 'signedIn',
    input: OfList.extend({ columns: ColumnNames }),
    output: ListColumns,
  }),
  /** Back to the usual columns, also if they were never changed. */
  reset: endpoint({
    method: 'DELETE',
    path: '/list-columns/:list',
    allow: 'signedIn',
    input: OfList,
    output: z.object({}),
  }),
};
