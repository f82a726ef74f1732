import { timesheets } from '@daybook/contracts/tasks/time/timesheets';
import { implement } from '../../http/implement.ts';
import { decideTimesheet, submitTimesheet } from './move-timesheet.ts';
import { getTimesheet, getTimesheetById } from './timesheets.queries.ts';

export const timesheetsRoutes = implement(
  'timesheets',
  timesheets,
)({
  open: ({ db, user, input }) => getTimesheet(db, user, input),
  openById: ({ db, user, input }) => getTimesheetById(db, user, input.id),
  submit: ({ db, user, input }) => submitTimesheet(db, user, input.weekOn),
  approve: ({ db, user, input, version }) =>
    decideTimesheet(db, user, { id: input.id, to: 'approved' }, version),
  return: ({ db, user, input, version }) => decideTimesheet(db, user, { ...input, to: 'open' }, version),
});
