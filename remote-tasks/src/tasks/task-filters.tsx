import Segmented from 'antd/es/segmented';
import { useTranslation } from 'react-i18next';
import { openTaskStatuses, taskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import { myRoles, taskPriorities, type tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { dayOfToken } from '@daybook/shared/list-address';
import { useMe } from '@daybook/shared/session';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { dateText } from '@daybook/shared/record/date-text';
import { FilterChoice, FilterChoices, FilterLookup, FilterToggle } from '@daybook/shared/list/filters';
import { SavedViews } from '@daybook/shared/list/saved-views';
import type { FilterOf, List, RowOf } from '@daybook/shared/list/use-list';
import { daysOf, dueSpans, type DueSpan } from './due.ts';

type Filters = FilterOf<typeof tasks>;
export type FilterPart = Pick<List<RowOf<typeof tasks>, Filters>, 'filter' | 'setFilter'>;

/** The person's own tasks or everybody's: the commonest filter of a task list. */
function WhoseTasks({ list }: { list: FilterPart }) {
  const { t } = useTranslation('tasks');
  const me = useMe();
  if (me === null) return null;
  const isMine = list.filter.assigneeId === me.id;
  return (
    <Segmented
      aria-label={t('whose.label')}
      value={isMine ? 'mine' : 'all'}
      onChange={(whose) => list.setFilter({ assigneeId: whose === 'mine' ? me.id : undefined })}
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

function DueFilter({ list }: { list: FilterPart }) {
  const { t } = useTranslation('tasks');
  const [from, to] = [dayOf(list.filter.dueFrom), dayOf(list.filter.dueTo)];
  const span = dueSpans.find((one) => dayOf(daysOf[one].dueFrom) === from && dayOf(daysOf[one].dueTo) === to);
  const isOfLink = span === undefined && (from !== undefined || to !== undefined);
  return (
    <ClearableSelect<DueSpan | typeof ofLink>
      aria-label={t('due.label')}
      variant="filled"
      placeholder={t('due.label')}
      value={isOfLink ? ofLink : span}
      onChange={(next: DueSpan | typeof ofLink | undefined) => {
        if (next !== ofLink) list.setFilter(next ? filterOf(next) : noDates);
      }}
      options={[
        ...dueSpans.map((value) => ({ value, label: t(`due.${value}`) })),
        ...(isOfLink ? [{ value: ofLink, label: `${text(from)} – ${text(to)}` } as const] : []),
      ]}
      popupMatchSelectWidth={false}
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

export function TaskFilters({ list }: { list: FilterPart }) {
  const { t } = useTranslation('tasks');
  return (
    <>
      <WhoseTasks list={list} />
      <DueFilter list={list} />
      <FilterChoices
        list={list}
        name="status"
        label={t('field.status')}
        options={taskStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <FilterChoice
        list={list}
        name="mine"
        label={t('mine.label')}
        options={myRoles.map((value) => ({ value, label: t(`mine.${value}`) }))}
      />
      <FilterChoice
        list={list}
        name="priority"
        label={t('field.priority')}
        options={taskPriorities.map((one) => ({ value: String(one), label: t(`priority.${one}`) }))}
      />
      <FilterLookup list={list} name="clientId" label={t('field.client')} kind="client" />
      <FilterLookup list={list} name="categoryId" label={t('field.category')} kind="task_category" />
      <FilterLookup
        list={list}
        name="recurringCategoryId"
        label={t('field.recurringCategory')}
        kind="recurring_task_category"
      />
      <FilterLookup list={list} name="assigneeId" label={t('field.assignees')} kind="person" />
      <FilterLookup list={list} name="reviewerId" label={t('field.reviewer')} kind="person" />
      <FilterLookup list={list} name="departmentId" label={t('filter.department')} kind="department" />
      <FilterToggle list={ofOpen(list)} name="unassigned" label={t('filter.unassigned')} />
      <FilterToggle list={ofOpen(list)} name="unreviewed" label={t('filter.unreviewed')} />
      <FilterChoice
        list={list}
        name="billable"
        label={t('field.billable')}
        options={['true', 'false'].map((value) => ({ value, label: t(`billable.${value}`) }))}
      />
      <SavedViews list="task" />
    </>
  );
}
