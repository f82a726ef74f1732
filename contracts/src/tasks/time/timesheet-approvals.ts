import { z } from 'zod';
import { Chosen, Outcomes } from '../../bulk.ts';
import { endpoint } from '../../endpoint.ts';
import { Instant, PlainDate, Reference, Uuid, Version, requiredText } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { listEndpoints } from '../../usual-endpoints.ts';
import { WeekOn, timesheetStatuses } from './timesheets.ts';

/** A week that its person has submitted at least once. */
export const TimesheetApproval = z.object({
  id: Uuid,
  version: Version,
  person: Reference,
  departments: z.array(Reference),
  weekOn: PlainDate,
  status: z.enum(timesheetStatuses),
  submittedAt: Instant,
  minutes: z.int(),
  /** What is missing to the hours of a week. */
  missingMinutes: z.int(),
  /** Who approved or returned the week, and why it was returned. */
  decidedBy: Reference.nullable(),
  reason: z.string().nullable(),
});
export type TimesheetApproval = z.infer<typeof TimesheetApproval>;

/** Open weeks are those that were returned. */
export const approvalStates = [...timesheetStatuses, 'all'] as const;
export type ApprovalState = (typeof approvalStates)[number];

const ApprovalsQuery = listQuery(['weekOn', '-weekOn', 'person', '-person'], {
  personId: Uuid,
  departmentId: Uuid,
  weekOn: WeekOn,
  /** The weeks that await approval, unless it says otherwise. */
  state: z.enum(approvalStates),
});

const allow = 'tasks.view';

/** The weeks of the people whose time the caller may approve. */
export const timesheetApprovals = {
  ...listEndpoints('/timesheet-approvals', allow, {
    query: ApprovalsQuery,
    row: TimesheetApproval,
    total: ListTotal,
  }),
  /** Approves many submitted weeks; each has its own result. */
  approve: endpoint({
    method: 'POST',
    path: '/timesheet-approvals/approve',
    allow,
    input: z.object({ weeks: Chosen }),
    output: Outcomes,
  }),
  /** Opens many weeks again, with one reason for all their people; each has its own result. */
  return: endpoint({
    method: 'POST',
    path: '/timesheet-approvals/return',
    allow,
    input: z.object({ weeks: Chosen, reason: requiredText(500) }),
    output: Outcomes,
  }),
};
