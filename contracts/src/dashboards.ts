import { z } from 'zod';
import { endpoint, forAdmins, userTypeOf } from './endpoint.ts';
import { MinorUnits, PlainDate, Reference } from './fields.ts';
import { enquiryStatuses } from './crm/enquiries/enquiry-machine.ts';
import { staffKinds, type StaffKind } from './people/staff.ts';
import { permissions } from './permissions.ts';
import { taskStatuses } from './tasks/tasks/task-machine.ts';

const Count = z.int();

const kinds = Object.keys(staffKinds) as StaffKind[];

/** The open tasks by due date, counted from `today`. `week` is the seven days after today. */
export const WorkSummary = z.object({
  byStatus: z.array(z.object({ status: z.enum(taskStatuses), count: Count })),
  due: z.object({ overdue: Count, today: Count, week: Count, later: Count }),
});
export type WorkSummary = z.infer<typeof WorkSummary>;

export const MoneySummary = z.object({
  /** The last twelve months, such as `2026-01`, the current month last. */
  months: z.array(z.string()),
  /** The currency with the highest billing first. Amounts are minor units, one per month, from the documents of that month. */
  currencies: z.array(
    z.object({
      currency: z.string(),
      billed: z.array(MinorUnits),
      /** Money received less what was reversed, each by its own date; null if the caller may not see receipts. */
      collected: z.array(MinorUnits).nullable(),
      outstanding: MinorUnits,
      overdue: MinorUnits,
      overdueCount: Count,
    }),
  ),
});
export type MoneySummary = z.infer<typeof MoneySummary>;

/** Income less what was given back, in the base currency of the entities that earned it. It sums to the income in the ledger. */
export const IncomeSummary = z.object({
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** The department that earned most comes first, what belongs to none last. */
      rows: z.array(
        z.object({
          department: Reference.nullable(),
          month: MinorUnits,
          /** The last twelve months, the current month included. */
          year: MinorUnits,
        }),
      ),
    }),
  ),
});
export type IncomeSummary = z.infer<typeof IncomeSummary>;

/** The figures that the dashboard widgets show. Each is the count or sum of a filtered list within the caller's scope. */
export const dashboards = {
  work: endpoint({
    method: 'GET',
    path: '/dashboards/work',
    allow: 'tasks.view',
    input: z.object({ today: PlainDate, mine: z.stringbool().default(false) }),
    output: WorkSummary,
  }),
  /** Open tasks of each person; the person with the most comes first. */
  load: endpoint({
    method: 'GET',
    path: '/dashboards/load',
    allow: 'dashboard.admin',
    input: z.object({ today: PlainDate }),
    output: z.object({ rows: z.array(z.object({ person: Reference, open: Count, overdue: Count })) }),
  }),
  money: endpoint({
    method: 'GET',
    path: '/dashboards/money',
    allow: 'invoices.view',
    input: z.object({ today: PlainDate }),
    output: MoneySummary,
  }),
  /** The income of the firm by department, for the people who run it. */
  income: endpoint({
    method: 'GET',
    path: '/dashboards/income',
    allow: forAdmins,
    input: z.object({ today: PlainDate }),
    output: IncomeSummary,
  }),
  /** Pending items. */
  waiting: endpoint({
    method: 'GET',
    path: '/dashboards/pending',
    allow: 'pending_invoices',
    input: z.object({}),
    output: z.object({
      rows: z.array(z.object({ currency: z.string(), count: Count, amount: MinorUnits })),
    }),
  }),
  enquiries: endpoint({
    method: 'GET',
    path: '/dashboards/enquiries',
    allow: { anyOf: permissions.filter((key) => key.startsWith('enquiries.')) },
    input: z.object({ today: PlainDate }),
    output: z.object({
      byStatus: z.array(z.object({ status: z.enum(enquiryStatuses), count: Count })),
      /** Enquiries whose next action is due on this day or was due before it. */
      actionDue: Count,
    }),
  }),
  /** The state of the system: people and their sessions, the sign-ins refused in the last day, and failed mails. */
  system: endpoint({
    method: 'GET',
    path: '/dashboards/system',
    allow: userTypeOf('super_admin'),
    input: z.object({}),
    output: z.object({
      /** One entry for each staff list. */
      people: z.array(z.object({ kind: z.enum(kinds), active: Count, invited: Count })),
      withTotp: Count,
      openSessions: Count,
      refusedSignIns: Count,
      failedMails: Count,
    }),
  }),
};
