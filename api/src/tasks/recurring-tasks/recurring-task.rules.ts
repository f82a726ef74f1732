import { Refusal } from '@daybook/contracts/refusals';
import type { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { BillingRule } from '@daybook/contracts/tasks/tasks/billing-rules';
import { checkTask } from '../tasks/tasks.rules.ts';

export type SeriesInput = Omit<ParsedInputOf<typeof recurringTasks.create>, 'id' | 'create'>;

/** The terms once it is known what the tasks are billed by. */
export type BilledInput = SeriesInput & { billingRule: BillingRule };

/** The people whom the rule names itself; those who look after a client are known only when the task is created. */
export const doersNamed = ({
  assigneeRule,
  assigneeIds,
}: Pick<SeriesInput, 'assigneeRule' | 'assigneeIds'>) =>
  assigneeRule === 'client_executive' ? [] : [...new Set(assigneeIds)];

/** Checks the terms of a series as `checkTask` checks each of its tasks. Refuses also REQUIRED if the rule names nobody. */
export function checkTerms(terms: BilledInput): void {
  const named = doersNamed(terms);
  if (terms.assigneeRule !== 'client_executive' && named.length === 0)
    throw new Refusal('INPUT_INVALID', {}, { assigneeIds: [{ code: 'REQUIRED' }] });
  checkTask({
    ...terms,
    internal: false,
    recurringCategoryId: null,
    periodFrom: null,
    periodTo: null,
    // If several people take turns, another of them can review.
    assigneeIds: terms.assigneeRule === 'fixed' || named.length === 1 ? named : [],
  });
}

type Scheduled = Pick<SeriesInput, 'clientId' | 'rule' | 'startsOn' | 'ends' | 'endsOn' | 'endsAfter'> & {
  zone: string | null;
};

const scheduleOf = ({ rule, startsOn, ends, endsOn, endsAfter }: Scheduled) =>
  JSON.stringify([
    rule.rrule,
    rule.shift,
    rule.calendarId,
    rule.leadDays,
    rule.periodOffset,
    rule.calendarYear ?? false,
    startsOn,
    ends,
    ends === 'until' ? endsOn : null,
    ends === 'count' ? endsAfter : null,
  ]);

/** Whether an edit leaves the days of a series as they are. Without a zone the series keeps its own. */
export const staysOnItsDays = (wanted: Scheduled, present: Scheduled): boolean =>
  scheduleOf(wanted) === scheduleOf(present) && (wanted.zone ?? present.zone) === present.zone;
