import { Refusal } from '@daybook/contracts/refusals';
import type { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { checkTask } from '../tasks/tasks.rules.ts';

export type SeriesInput = Omit<ParsedInputOf<typeof recurringTasks.create>, 'id' | 'create'>;

/** Who the rule names itself; whoever looks after a client is known when the task is made. */
export const doersNamed = ({
  assigneeRule,
  assigneeIds,
}: Pick<SeriesInput, 'assigneeRule' | 'assigneeIds'>) =>
  assigneeRule === 'client_executive' ? [] : [...new Set(assigneeIds)];

/** What the terms of a series must hold, as `checkTask` asks it of each of its tasks; and REQUIRED where the rule names nobody. */
export function checkTerms(terms: SeriesInput): void {
  const named = doersNamed(terms);
  if (terms.assigneeRule !== 'client_executive' && named.length === 0)
    throw new Refusal('INPUT_INVALID', {}, { assigneeIds: [{ code: 'REQUIRED' }] });
  checkTask({
    ...terms,
    internal: false,
    recurringCategoryId: null,
    periodFrom: null,
    periodTo: null,
    // Of those who take turns another one is there to review.
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
    startsOn,
    ends,
    ends === 'until' ? endsOn : null,
    ends === 'count' ? endsAfter : null,
  ]);

/** Whether a form leaves a series on its days. Without a zone it stays in the one that it has. */
export const staysOnItsDays = (wanted: Scheduled, present: Scheduled): boolean =>
  scheduleOf(wanted) === scheduleOf(present) && (wanted.zone ?? present.zone) === present.zone;
