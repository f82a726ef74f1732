import { z } from 'zod';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { Reminders } from '../../reminders.ts';
import { listEndpoints } from '../../usual-endpoints.ts';
import { FollowUp, OwedAmounts } from './follow-ups.ts';
import { promiseStates } from './promises.ts';

/**
 * `due_today`: the next action is due, or was before today. `to_remind`: the last run of the reminders proposes one.
 * `certificates`: one for tax withheld is late, whether or not anything is owed.
 */
export const worklistTabs = [
  'due_today',
  'to_remind',
  'promised',
  'broken',
  'disputed',
  'certificates',
  'paused',
  'all',
] as const;
export type WorklistTab = (typeof worklistTabs)[number];

/**
 * A client that has something overdue or a next action. A group is one row, under its payer, for a person who sees all its
 * clients; for anybody else each visible client is a row (docs/rules.md#worklist).
 */
export const WorklistRow = z.object({
  /** The client, or the payer of the group. */
  client: Reference,
  /** `seen` of the group's `clients` are visible to the caller. `isWhole` if the row is for the whole group. */
  group: Reference.extend({ clients: z.int(), seen: z.int(), isWhole: z.boolean() }).nullable(),
  owed: z.array(OwedAmounts),
  /** The due date of the oldest open invoice, if it has passed. */
  oldestDueOn: PlainDate.nullable(),
  daysLate: z.int().nullable(),
  /** The level that is to be sent next. */
  levelDue: z.object({ no: z.int(), name: z.string() }).nullable(),
  lastFollowUp: FollowUp.nullable(),
  /** The latest promise that was neither superseded nor withdrawn. */
  promise: z
    .object({
      id: Uuid,
      state: z.enum(promiseStates),
      currency: z.string(),
      amount: MinorUnits,
      received: MinorUnits,
      dueOn: PlainDate,
      paidLateOn: PlainDate.nullable(),
    })
    .nullable(),
  nextOn: PlainDate.nullable(),
  responsible: Reference,
  isHandedOn: z.boolean(),
  /** The first contact with a phone number, to call. */
  phone: z.object({ name: z.string(), number: z.string() }).nullable(),
  isDisputed: z.boolean(),
  /** The client's own reminder setting; `pausedInPart` if a pause applies to a billing entity or an invoice. */
  reminders: Reminders,
  pausedInPart: z.boolean(),
  /** The receipts with tax withheld whose certificate is late. */
  certificatesLate: z.int(),
});
export type WorklistRow = z.infer<typeof WorklistRow>;

export const worklistFilter = {
  tab: z.enum(worklistTabs),
  /** Who is responsible for the follow-up. */
  responsibleId: Uuid,
  crmId: Uuid,
  groupId: Uuid,
  entityId: Uuid,
  currency: CurrencyCode,
  /** The oldest open invoice is overdue for more days than these. */
  overDays: z.coerce.number().int().min(0).max(36_500),
  /** The caller's day, which decides what is overdue; if absent, that of Greenwich. */
  today: PlainDate,
};

export const worklist = listEndpoints('/worklist', 'followup.follow_up', {
  query: listQuery(['oldest', '-oldest', 'nextOn', '-nextOn', 'name', '-name'], worklistFilter),
  row: WorklistRow,
  /** The sums of all rows, by currency. */
  total: ListTotal.extend({ sums: z.array(OwedAmounts) }),
});
