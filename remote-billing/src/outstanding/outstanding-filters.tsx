import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { bucketLabel } from '@daybook/contracts/receivables/outstanding/bucket-label';
import {
  ageingBases,
  outstandingBy,
  type outstanding,
} from '@daybook/contracts/receivables/outstanding/outstanding';
import { dayOfToken } from '@daybook/shared/list-address';
import { today } from '@daybook/shared/today';
import { SettledDate } from '@daybook/shared/inputs/settled-date';
import { FilterChoice, FilterLookup, FilterToggle } from '@daybook/shared/list/filters';
import { SavedViews } from '@daybook/shared/list/saved-views';
import type { FilterOf, List } from '@daybook/shared/list/use-list';
import { CurrencyFilter, EntityFilter } from '../common/document-filters.tsx';

type ReportFilter = FilterOf<typeof outstanding>;
type ReportList = Pick<List<never, ReportFilter>, 'filter' | 'setFilter'>;

/** The day, how documents are aged and summed, and which clients and lines are shown. */
export function OutstandingFilters({ list, bounds }: { list: ReportList; bounds: readonly number[] }) {
  const { t } = useTranslation('billing');
  const say = (key: string) => t(`outstandingReport.${key}`);
  const buckets = [say('notDue'), ...[...bounds, null].map((_, index) => bucketLabel(bounds, index))];
  return (
    <>
      <SettledDate
        aria-label={say('asOf')}
        value={dayOfToken(list.filter.asOf ?? 'today')}
        onChange={(day) => list.setFilter({ asOf: day === null || day === today() ? 'today' : day })}
      />
      <FilterChoice
        list={list}
        name="by"
        label={say('by')}
        options={outstandingBy.map((by) => ({ value: by, label: say(`byKind.${by}`) }))}
      />
      <FilterChoice
        list={list}
        name="basis"
        label={say('basis')}
        options={ageingBases.map((basis) => ({
          value: basis,
          label: say(basis === 'due' ? 'basisDue' : 'basisIssue'),
        }))}
      />
      <FilterToggle list={list} name="overdue" label={say('onlyOverdue')} />
      <FilterChoice
        list={list}
        name="bucket"
        label={say('bucket')}
        options={buckets.map((label, index) => ({ value: String(index), label }))}
      />
      <FilterToggle list={list} name="disputed" label={say('onlyDisputed')} />
      <FilterToggle list={list} name="unapplied" label={say('hasUnapplied')} />
      <FilterLookup list={list} name="clientId" label={t('field.client')} kind="client" />
      <FilterLookup list={list} name="groupId" label={say('byKind.group')} kind="client_group" />
      <FilterLookup list={list} name="crmId" label={say('byKind.crm')} kind="person" />
      <FilterLookup list={list} name="managerId" label={say('byKind.manager')} kind="person" />
      <FilterLookup list={list} name="departmentId" label={say('department')} kind="department" />
      <EntityFilter list={list} />
      <CurrencyFilter list={list} />
      <FilterToggle list={list} name="active" label={say('activeOnly')} />
      <TypedFilter list={list} name="tag" label={say('tag')} />
      <TypedFilter list={list} name="overDays" label={say('overDays')} />
      <SavedViews list="outstanding" />
    </>
  );
}

interface TypedFilterProps {
  list: ReportList;
  name: 'tag' | 'overDays';
  label: string;
}

/** A filter that is typed; it takes effect when the field is left or Enter is pressed. */
function TypedFilter({ list, name, label }: TypedFilterProps) {
  const value = list.filter[name] as string | undefined;
  const settle = (typed: string) => {
    const text = name === 'overDays' ? typed.replaceAll(/\D/g, '') : typed.trim();
    if (text !== (value ?? '')) list.setFilter({ [name]: text || undefined });
  };
  return (
    <Input
      key={value ?? ''}
      variant="filled"
      aria-label={label}
      placeholder={label}
      prefix={value === undefined ? null : `${label}:`}
      defaultValue={value ?? ''}
      allowClear
      maxLength={40}
      inputMode={name === 'overDays' ? 'numeric' : 'text'}
      style={{ inlineSize: 180 }}
      onBlur={(event) => settle(event.target.value)}
      onPressEnter={(event) => settle(event.currentTarget.value)}
      onClear={() => settle('')}
    />
  );
}
