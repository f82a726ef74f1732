import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { worklist } from '@daybook/contracts/receivables/follow-up/worklist';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { FilterLookup } from '@daybook/shared/list/filters';
import type { FilterOf, List } from '@daybook/shared/list/use-list';
import { CurrencyFilter, EntityFilter } from './document-filters.tsx';
import { TypedFilter } from './typed-filter.tsx';

type FilterPart = Pick<List<never, FilterOf<typeof worklist>>, 'filter' | 'setFilter'>;

interface WorklistFiltersProps {
  list: FilterPart;
  /** What stands after the filters, such as saved views. */
  children?: ReactNode;
}

/** The filters of the worklist, and of the reminders that it leads to. */
export function WorklistFilters({ list, children }: WorklistFiltersProps) {
  const { t } = useTranslation('billing');
  const label = {
    responsible: t('followUp.responsible'),
    crm: t('followUp.manager'),
    group: t('followUp.group'),
    overDays: t('outstandingReport.overDays'),
  };
  return (
    <FilterBar
      list={list}
      filters={[
        {
          names: ['responsibleId'],
          label: label.responsible,
          control: <FilterLookup list={list} name="responsibleId" label={label.responsible} kind="person" />,
        },
        { names: ['entityId'], label: t('field.entity'), control: <EntityFilter list={list} /> },
        { names: ['currency'], label: t('field.currency'), control: <CurrencyFilter list={list} /> },
        {
          names: ['groupId'],
          label: label.group,
          control: <FilterLookup list={list} name="groupId" label={label.group} kind="client_group" />,
        },
        {
          names: ['crmId'],
          label: label.crm,
          control: <FilterLookup list={list} name="crmId" label={label.crm} kind="crm" />,
        },
        {
          names: ['overDays'],
          label: label.overDays,
          control: (
            <TypedFilter
              isFigure
              label={label.overDays}
              value={list.filter.overDays as string | undefined}
              settle={(text) => list.setFilter({ overDays: text.replaceAll(/\D/g, '') || undefined })}
            />
          ),
        },
      ]}
    >
      {children}
    </FilterBar>
  );
}
