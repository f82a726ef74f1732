import { statementSchedules } from '@daybook/contracts/receivables/statements/statement-schedules';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import {
  createSchedule,
  editSchedule,
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
} from './save-schedule.ts';
import { schedulesExport } from './schedules.export.ts';
import { countSchedules, getSchedule, listSchedules } from './schedules.queries.ts';

export const schedulesRoutes = implement(
  'statement_schedules',
  statementSchedules,
)({
  list: ({ db, user, input }) => listSchedules(db, user, input),
  total: ({ db, user, input }) => countSchedules(db, user, input),
  export: ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listSchedules(db, user, { ...input, pageSize: 500, cursor }),
      schedulesExport(language),
    ),
  open: ({ db, user, input }) => getSchedule(db, user, input.id),
  create: ({ db, user, input }) => createSchedule(db, user, input),
  edit: ({ db, user, input, version }) => editSchedule(db, user, input, version),
  remove: async ({ db, user, input, version }) => {
    await removeSchedule(db, user, input.id, version);
    return {};
  },
  pause: ({ db, user, input, version }) => pauseSchedule(db, user, input.id, version),
  resume: ({ db, user, input, version }) => resumeSchedule(db, user, input.id, version),
});
