import { timesheetApprovals } from '@daybook/contracts/tasks/time/timesheet-approvals';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { decideTimesheets } from './decide-timesheets.ts';
import { approvalsExport } from './timesheet-approvals.export.ts';
import { countApprovals, listApprovals } from './timesheet-approvals.queries.ts';

export const timesheetApprovalsRoutes = implement(
  'timesheet_approvals',
  timesheetApprovals,
)({
  list: ({ db, input, user }) => listApprovals(db, user, input),
  total: ({ db, input, user }) => countApprovals(db, user, input),
  export: ({ db, input, user, language, reply }) =>
    sendExport(
      reply,
      input.format,
      (cursor) => listApprovals(db, user, { ...input, pageSize: 500, cursor }),
      approvalsExport(language),
    ),
  approve: ({ db, input, user, language }) =>
    decideTimesheets(db, user, input.weeks, { to: 'approved' }, language),
  return: ({ db, input, user, language }) =>
    decideTimesheets(db, user, input.weeks, { to: 'open', reason: input.reason }, language),
});
