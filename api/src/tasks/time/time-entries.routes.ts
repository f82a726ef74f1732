import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { editTime, recordTime, removeTime, startTimer, stopTimer } from './save-time.ts';
import { timeExport } from './time-entries.export.ts';
import { listTime, runningOf, totalTime } from './time-entries.queries.ts';

export const timeEntriesRoutes = implement(
  'time_entries',
  timeEntries,
)({
  list: ({ db, input, user }) => listTime(db, user, input),
  total: ({ db, input, user }) => totalTime(db, user, input),
  export: ({ db, input, user, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listTime(db, user, { ...input, pageSize: 500, cursor }),
      timeExport(language),
    ),
  running: async ({ db, user }) => ({ entry: await runningOf(db, user) }),
  create: ({ db, input, user, holdsKey }) => recordTime(db, { user, mayEdit: holdsKey }, input),
  edit: ({ db, input, user, version, holdsKey }) => editTime(db, { user, mayEdit: holdsKey }, input, version),
  remove: async ({ db, input, user, version, holdsKey }) => {
    await removeTime(db, { user, mayEdit: holdsKey }, input.id, version);
    return {};
  },
  start: ({ db, input, user, holdsKey }) => startTimer(db, { user, mayEdit: holdsKey }, input),
  stop: ({ db, input, user, holdsKey }) => stopTimer(db, { user, mayEdit: holdsKey }, input.id),
});
