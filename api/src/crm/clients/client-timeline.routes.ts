import { clientTimeline } from '@daybook/contracts/crm/clients/client-timeline';
import { implement } from '../../http/implement.ts';
import { listTimeline } from './client-timeline.queries.ts';

export const clientTimelineRoutes = implement(
  'client_timeline',
  clientTimeline,
)({
  list: ({ db, user, input }) => listTimeline(db, user, input),
});
