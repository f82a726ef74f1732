import { unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { billHours, releaseHours } from './bill-hours.ts';
import { unbilledHoursExport } from './unbilled-hours.export.ts';
import { unbilledOfClient } from './unbilled-of-client.queries.ts';
import {
  hoursOfItem,
  listUnbilledHours,
  openUnbilledHours,
  totalUnbilledHours,
} from './unbilled-hours.queries.ts';

export const unbilledHoursRoutes = implement(
  'unbilled_hours',
  unbilledHours,
)({
  list: ({ db, user, input }) => listUnbilledHours(db, user, input),
  total: ({ db, user, input }) => totalUnbilledHours(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listUnbilledHours(db, user, { ...input, pageSize: 500, cursor }),
      unbilledHoursExport(language),
    ),
  open: ({ db, user, input }) => openUnbilledHours(db, user, input),
  ofClient: ({ db, user, input }) => unbilledOfClient(db, user, input.id),
  bill: ({ db, user, input, language }) => billHours(db, user, input, language),
  ofItem: ({ db, user, input }) => hoursOfItem(db, user, input.id),
  release: async ({ db, user, input, version }) => {
    await releaseHours(db, user, input.id, version);
    return {};
  },
});
