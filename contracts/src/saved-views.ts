import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { kindsWith } from './entities.ts';
import type { KindWith } from './entities.ts';
import { ById, OwnId, Uuid, requiredText, text } from './fields.ts';
import { userTypes } from './permissions.ts';

/** The most views of one list. */
export const mostViews = 30;

const SharingType = z.enum(userTypes).exclude(['client']);

export const SavedView = z.object({
  id: Uuid,
  name: z.string(),
  /** Search, filters, sort, columns, page size and display mode, in the form of the list's address. */
  query: z.string(),
  /** False for a view that somebody else shares. */
  isOwn: z.boolean(),
  /** Whether the list begins with it: the person's own choice, or else that of their user type. */
  isFirst: z.boolean(),
  /** With whom it is shared. */
  shares: z.array(z.object({ userType: SharingType, isDefault: z.boolean() })),
});
export type SavedView = z.infer<typeof SavedView>;

/** A list is named by the kind of its records. */
export const SavedListName = z.enum(kindsWith('list'));
export type SavedList = KindWith<'list'>;

const isOfList = (key: string): boolean =>
  ['q', 'sort', 'columns', 'pageSize', 'view'].includes(key) || /^filter\[[a-zA-Z]+\]$/.test(key);

/** Only parameters that a list understands. The cursor of a page is not worth storing. */
const Query = text(2000).refine((query) => [...new URLSearchParams(query).keys()].every(isOfList));

/** The saved views of the caller, and those that are shared with their user type. Whoever shares views sees all shared ones. */
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
  /** Makes the list begin with this view for the caller, or no longer. */
  choose: endpoint({
    method: 'POST',
    path: '/saved-views/:id/choose',
    allow: 'signedIn',
    input: ById.extend({ isDefault: z.boolean() }),
    output: z.object({}),
  }),
  /** Shares a view with user types; `defaultFor` are those whose list begins with it. An empty list ends it. */
  share: endpoint({
    method: 'PUT',
    path: '/saved-views/:id/shares',
    allow: 'setting',
    input: ById.extend({
      userTypes: z.array(SharingType).max(5),
      defaultFor: z.array(SharingType).max(5),
    }),
    output: z.object({}),
  }),
  /** Deletes one’s own view, also for those with whom it is shared. */
  remove: endpoint({
    method: 'DELETE',
    path: '/saved-views/:id',
    allow: 'signedIn',
    input: ById,
    output: z.object({}),
  }),
};
