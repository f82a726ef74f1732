import Segmented from 'antd/es/segmented';
import { useTranslation } from 'react-i18next';
import { openTaskStatuses, taskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import { myRoles, taskPriorities, type tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { dayOfToken } from '@daybook/shared/list-address';
import { useMe } from '@daybook/shared/session';
import { dateText } from '@daybook/shared/record/date-text';
import { barFilters } from '@daybook/shared/list/bar-filters';
import { FilterBar, type BarFilter } from '@daybook/shared/list/filter-bar';
import { FilterChoice } from '@daybook/shared/list/filters';
import { SavedViews } from '@daybook/shared/list/saved-views';
import type { FilterOf, List, RowOf } from '@daybook/shared/list/use-list';
import { daysOf, dueSpans, type DueSpan } from './due.ts';

type Filters = FilterOf<typeof tasks>;
type Filter = BarFilter<Filters>;
export type FilterPart = Pick<List<RowOf<typeof tasks>, Filters>, 'filter' | 'setFilter'>;

/** The person's own tasks or everybody's: the commonest filter of a task list. */
function WhoseTasks({ list, me }: { list: FilterPart; me: string }) {
  const { t } = useTranslation('tasks');
  return (
    <Segmented
      aria-label={t('whose.label')}
      value={list.filter.assigneeId === me ? 'mine' : 'all'}
      onChange={(whose) => list.setFilter({ assigneeId: whose === 'mine' ? me : undefined })}
      options={[
        { value: 'all', label: t('whose.all') },
        { value: 'mine', label: t('whose.mine') },
      ]}
    />
  );
}

const noDates = { dueFrom: undefined, dueTo: undefined };

/** Only open tasks can be overdue. */
const filterOf = (span: DueSpan) => ({
  ...noDates,
  ...daysOf[span],
  ...(span === 'overdue' && { status: [...openTaskStatuses] }),
});

const dayOf = (day: string | undefined) => (day === undefined ? undefined : dayOfToken(day));
const text = (day: string | undefined) => (day === undefined ? '' : dateText(day));
/** Dates from a link that match none of the spans. They are shown and can be cleared. */
const ofLink = 'link';

interface Due {
  due?: DueSpan | typeof ofLink | undefined;
}

function DueFilter({ list }: { list: FilterPart }) {
  const { t } = useTranslation('tasks');
  const [from, to] = [dayOf(list.filter.dueFrom), dayOf(list.filter.dueTo)];
  const span = dueSpans.find((one) => dayOf(daysOf[one].dueFrom) === from && dayOf(daysOf[one].dueTo) === to);
  const isOfLink = span === undefined && (from !== undefined || to !== undefined);
  const choose = (due: Due['due']) => {
    if (due !== ofLink) list.setFilter(due ? filterOf(due) : noDates);
  };
  return (
    <FilterChoice
      list={{ filter: { due: isOfLink ? ofLink : span }, setFilter: ({ due }: Due) => choose(due) }}
      name="due"
      label={t('due.label')}
      options={[
        ...dueSpans.map((value) => ({ value, label: t(`due.${value}`) })),
        ...(isOfLink ? [{ value: ofLink, label: `${text(from)} – ${text(to)}` }] : []),
      ]}
    />
  );
}

/** A missing value matters only on open tasks. */
const ofOpen = ({ filter, setFilter }: FilterPart): FilterPart => ({
  filter,
  setFilter: (patch) => {
    const isOn = Object.values(patch).some((value) => value !== undefined);
    setFilter({ ...(isOn && { status: [...openTaskStatuses] }), ...patch });
  },
});

/** The person's own tasks are a filter by assignee with a button of its own, and are shown once. */
function useAssignees(list: FilterPart): { mine: Filter[]; others: Filter } {
  const { t } = useTranslation('tasks');
  const me = useMe();
  const isMine = me !== null && list.filter.assigneeId === me.id;
  const names = ['assigneeId'] as const;
  const label = t('whose.label');
  return {
    mine:
      me === null
        ? []
        : [{ names: isMine ? names : [], label, control: <WhoseTasks list={list} me={me.id} /> }],
    others: {
      ...barFilters(list).lookup('assigneeId', t('field.assignees'), 'person'),
      names: isMine ? [] : names,
    },
  };
}

/** Those used most come first. */
export function TaskFilters({ list }: { list: FilterPart }) {
  const { t } = useTranslation('tasks');
  const { choice, choices, lookup } = barFilters(list);
  const missing = barFilters(ofOpen(list));
  const { mine, others } = useAssignees(list);
  return (
    <FilterBar
      list={list}
      filters={[
        ...mine,
        choices(
          'status',
          t('field.status'),
          taskStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ),
        { names: ['dueFrom', 'dueTo'], label: t('due.label'), control: <DueFilter list={list} /> },
        lookup('clientId', t('field.client'), 'client'),
        others,
        choice(
          'priority',
          t('field.priority'),
          taskPriorities.map((value) => ({ value: String(value), label: t(`priority.${value}`) })),
        ),
        choice(
          'mine',
          t('mine.label'),
          myRoles.map((value) => ({ value, label: t(`mine.${value}`) })),
        ),
        lookup('reviewerId', t('field.reviewer'), 'person'),
        lookup('categoryId', t('field.category'), 'task_category'),
        lookup('recurringCategoryId', t('field.recurringCategory'), 'recurring_task_category'),
        lookup('departmentId', t('filter.department'), 'department'),
        missing.toggle('unassigned', t('filter.unassigned')),
        missing.toggle('unreviewed', t('filter.unreviewed')),
        choice(
          'billable',
          t('field.billable'),
          ['true', 'false'].map((value) => ({ value, label: t(`billable.${value}`) })),
        ),
      ]}
    >
      <SavedViews list="task" />
    </FilterBar>
  );
}
