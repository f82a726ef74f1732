import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import {
  realisation,
  realisationGroupings,
  type RealisationRow,
} from '@daybook/contracts/receivables/realisation/realisation';
import type { Period } from '@daybook/contracts/receivables/collections/periods';
import { queryOf } from '@daybook/shared/call';
import { onTheDay } from '@daybook/shared/list-address';
import type { ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { FilterChoice } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { UsualQuery } from '@daybook/shared/list/usual-query';
import { today } from '@daybook/shared/today';
import { useFigureColumns } from './realisation-columns.tsx';
import { useRealisationFilters } from './realisation-filters.tsx';
import { RealisationSummary, useRealisationSummary } from './realisation-summary.tsx';
import { detailsLink, narrowedLink } from './row-filter.ts';
import { useKeyText } from './use-key-text.ts';

/** The report begins with this month, by client. All filters can be removed. */
export default function RealisationScreen() {
  const [params] = useSearchParams();
  const [isChosen, setChosen] = useState(params.size > 0);
  if (!isChosen && params.size > 0) setChosen(true);
  if (isChosen) return <RealisationReport />;
  const now = today();
  const filter = { from: `${now.slice(0, 8)}01`, to: now, by: 'client' };
  return <UsualQuery query={String(queryOf({ filter }))} />;
}

type ReportList = ReturnType<typeof useList<typeof realisation>>;

/** The days of the report: those of the filter; others are known once the server has answered. */
function periodOf(filter: ReportList['filter'], known: Period | undefined): Period {
  const now = today();
  const { from = known?.from ?? `${now.slice(0, 8)}01`, to = known?.to ?? now } = onTheDay(filter);
  return { from, to };
}

function useColumns(list: ReportList, period: Period): ColumnsOf<typeof realisation> {
  const { t } = useTranslation('billing');
  const textOf = useKeyText();
  const { filter, rows } = list;
  const named = ({ keys, currency }: RealisationRow) => ({ filter, keys, period, currency });
  const figures = useFigureColumns(
    {
      hoursOf: (row) => detailsLink('realised_hours', named(row)),
      billsOf: (row) => detailsLink('realised_bill', named(row)),
    },
    rows.some(({ margin }) => margin !== null),
  );
  const levels = rows[0]?.keys.map(({ by }) => by) ?? [];
  return [
    ...levels.map((by, level) => ({
      title: t(`realisation.by.${by}`),
      ...(level === 0 && { isHeading: true, sort: 'key' as const }),
      render: (row: RealisationRow) => {
        const key = row.keys[level];
        const text = <bdi>{key ? textOf(key) : ''}</bdi>;
        return level === 0 && key ? (
          <Link to={narrowedLink({ ...named(row), keys: [key] })}>{text}</Link>
        ) : (
          text
        );
      },
    })),
    ...figures,
  ];
}

function RealisationReport() {
  const { t } = useTranslation('billing');
  const list = useList(realisation);
  const { q, filter } = list;
  const summary = useRealisationSummary({ q, filter });
  const period = periodOf(filter, summary.period);
  const columns = useColumnChoice('realisation', list, useColumns(list, period));
  const shared = useRealisationFilters(list);
  const groupings = realisationGroupings.map((value) => ({ value, label: t(`realisation.by.${value}`) }));
  const label = { by: t('collection.groupBy'), thenBy: t('collection.thenBy') };
  return (
    <ListScreen
      title={t('realisation.title')}
      list={{ ...list, isLoading: list.isLoading || summary.isLoading }}
      search={t('realisation.search')}
      empty={t('realisation.empty')}
      columns={columns}
      filterBar={
        <FilterBar
          list={list}
          filters={[
            {
              names: ['by'],
              label: label.by,
              control: <FilterChoice list={list} name="by" label={label.by} options={groupings} />,
            },
            {
              names: ['thenBy'],
              label: label.thenBy,
              control: <FilterChoice list={list} name="thenBy" label={label.thenBy} options={groupings} />,
            },
            ...shared,
          ]}
        >
          <SavedViews list="realisation" />
        </FilterBar>
      }
    >
      <RealisationSummary of={summary} filter={filter} />
      <DataTable label={t('realisation.title')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
