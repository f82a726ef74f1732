import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { kindsWith } from './entities.ts';
import type { KindWith } from './entities.ts';
import { ById, OwnId, Uuid, requiredText, text } from './fields.ts';

/** The most views of one list. */
export const mostViews = 30;

export const SavedView = z.object({
  id: Uuid,
  name: z.string(),
  /** Search, filters, sort, columns, page size and display mode, in the form of the list's address. */
  query: z.string(),
});
export type SavedView = z.infer<typeof SavedView>;

/** A list is named by the kind of its records. */
export const SavedListName = z.enum(kindsWith('list'));
export type SavedList = KindWith<'list'>;

const isOfList = (key: string): boolean =>
  ['q', 'sort', 'columns', 'pageSize', 'view'].includes(key) || /^filter\[[a-zA-Z]+\]$/.test(key);

/** Only parameters that a list understands. The cursor of a page is not worth storing. */
const Query = text(2000).refine((query) => [...new URLSearchParams(query).keys()].every(isOfList));

/** The saved views of the caller; nobody else can see them. */
export const savedViews = {
  list: endpoint({
    method: 'GET',
    path: '/saved-views',
    allow: 'signedIn',
    input: z.object({ list: SavedListName }),
    output: z.array(SavedView),
  }),
  /** Saves a view; it replaces a view with the same name. */
  save: endpoint({
    method: 'POST',
    path: '/saved-views',
    allow: 'signedIn',
    input: z.object({ id: OwnId, list: SavedListName, name: requiredText(60), query: Query }),
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
