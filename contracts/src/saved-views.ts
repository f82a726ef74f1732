import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ById, OwnId, Uuid, requiredText, text } from './fields.ts';

/** So many of one list. */
export const mostViews = 30;

export const SavedView = z.object({
  id: Uuid,
  name: z.string(),
  /** Search, filters, sort, page size and the way to look at them as the address of the list writes them. */
  query: z.string(),
});
export type SavedView = z.infer<typeof SavedView>;

/** A list is named by its path in the API: `invoices`. */
const List = z.string().regex(/^[a-z][a-z_/-]{0,59}$/);

const isOfList = (key: string): boolean =>
  ['q', 'sort', 'pageSize', 'view'].includes(key) || /^filter\[[a-zA-Z]+\]$/.test(key);

/** Of an address that a list understands; a page of it, by its cursor, is not worth keeping. */
const Query = text(2000).refine((query) => [...new URLSearchParams(query).keys()].every(isOfList));

/** A person's own and nobody else's. */
export const savedViews = {
  list: endpoint({
    method: 'GET',
    path: '/saved-views',
    allow: 'signedIn',
    input: z.object({ list: List }),
    output: z.array(SavedView),
  }),
  /** Under a name that is there already, in its place. */
  save: endpoint({
    method: 'POST',
    path: '/saved-views',
    allow: 'signedIn',
    input: z.object({ id: OwnId, list: List, name: requiredText(60), query: Query }),
    output: SavedView,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/saved-views/:id',
    allow: 'signedIn',
    input: ById,
    output: z.object({}),
  }),
};
