import { savedViews } from '@daybook/contracts/saved-views';
import { implement } from '../http/implement.ts';
import { listViews } from './saved-views.queries.ts';
import { removeView, saveView } from './save-view.ts';

export const savedViewsRoutes = implement(
  'saved_views',
  savedViews,
)({
  list: ({ db, user, input }) => listViews(db, user.id, input.list),
  save: ({ db, user, input }) => saveView(db, user.id, input),
  remove: async ({ db, user, input }) => {
    await removeView(db, user.id, input.id);
    return {};
  },
});
