import { savedViews } from '@daybook/contracts/saved-views';
import { implement } from '../http/implement.ts';
import { listViews } from './saved-views.queries.ts';
import { chooseView, removeView, saveView, shareView } from './save-view.ts';

export const savedViewsRoutes = implement(
  'saved_views',
  savedViews,
)({
  list: ({ db, user, input }) => listViews(db, user, input.list),
  save: async ({ db, user, input }) => {
    const id = await saveView(db, user.id, input);
    const saved = (await listViews(db, user, input.list)).find((view) => view.id === id);
    if (saved === undefined) throw new Error('the view that was saved is not there');
    return saved;
  },
  choose: async ({ db, user, input }) => {
    await chooseView(db, user.id, input);
    return {};
  },
  share: async ({ db, user, input }) => {
    await shareView(db, user.id, input);
    return {};
  },
  remove: async ({ db, user, input }) => {
    await removeView(db, user.id, input.id);
    return {};
  },
});
