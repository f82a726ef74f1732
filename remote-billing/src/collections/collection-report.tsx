import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import {
  collectionGroupings,
  collections,
  type CollectionRow,
} from '@daybook/contracts/receivables/collections/collections';
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
import { today } from '@daybook/shared/today';
import { UsualQuery } from '@daybook/shared/list/usual-query';
import { PdfButton } from '../common/pdf-button.tsx';
import { useFigureColumns, useRowColumns } from './collection-columns.tsx';
import { useCollectionFilters } from './collection-filters.tsx';
import { CollectionSummary, useCollectionSummary } from './collection-summary.tsx';
import { narrowedLink, receiptsLink } from './row-filter.ts';
import { useKeyText } from './use-key-text.ts';

/** The report begins with this month, by client. All filters can be removed. */
export default function CollectionReportScreen() {
  const [params] = useSearchParams();
  const [isChosen, setChosen] = useState(params.size > 0);
  if (!isChosen && params.size > 0) setChosen(true);
  if (isChosen) return <CollectionReport />;
  const now = today();
  const filter = { from: `${now.slice(0, 8)}01`, to: now, by: 'client' };
  return <UsualQuery query={String(queryOf({ filter }))} />;
}

type ReportList = ReturnType<typeof useList<typeof collections>>;

/** The days of the report: those of the filter; others are known once the server has answered. */
function periodOf(filter: ReportList['filter'], known: Period | undefined): Period {
  const now = today();
  const { from = known?.from ?? `${now.slice(0, 8)}01`, to = known?.to ?? now } = onTheDay(filter);
  return { from, to };
}

function useColumns(list: ReportList, period: Period): ColumnsOf<typeof collections> {
  const { t } = useTranslation('billing');
  const textOf = useKeyText();
  const { filter } = list;
  const named = ({ keys, currency }: CollectionRow) => ({ filter, keys, period, currency });
  const receiptsOf = (row: CollectionRow) => receiptsLink(named(row));
  const { count, before } = useRowColumns(receiptsOf);
  const figures = useFigureColumns<CollectionRow, '-gross' | 'gross' | 'key' | '-key'>(receiptsOf, {
    gross: 'gross',
  });
  const levels = list.rows[0]?.keys.map(({ by }) => by) ?? [];
  return [
    ...levels.map((by, level) => ({
      title: t(`collection.by.${by}`),
      ...(level === 0 && { isHeading: true, sort: 'key' as const }),
      render: (row: CollectionRow) => {
        const key = row.keys[level];
        const text = <bdi>{key ? textOf(key) : ''}</bdi>;
        return level === 0 && key ? (
          <Link to={narrowedLink({ ...named(row), keys: [key] })}>{text}</Link>
        ) : (
          text
        );
      },
    })),
    count,
    ...figures,
    before,
  ];
}

function CollectionReport() {
  const { t } = useTranslation('billing');
  const list = useList(collections);
  const { q, filter } = list;
  const summary = useCollectionSummary({ q, filter });
  const period = periodOf(filter, summary.total?.period);
  const columns = useColumnChoice('collection', list, useColumns(list, period));
  const shared = useCollectionFilters(list, summary.total?.bankAccounts ?? []);
  const groupings = collectionGroupings.map((value) => ({ value, label: t(`collection.by.${value}`) }));
  const label = { by: t('collection.groupBy'), thenBy: t('collection.thenBy') };
  return (
    <ListScreen
      title={t('collection.title')}
      list={{ ...list, isLoading: list.isLoading || summary.isLoading }}
      search={t('collection.search')}
      empty={t('collection.empty')}
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
          <SavedViews list="collection" />
        </FilterBar>
      }
      primary={
        <PdfButton endpoint={collections.pdf} input={{ q: q || undefined, filter: onTheDay(filter) }} />
      }
    >
      <CollectionSummary of={summary} filter={filter} />
      <DataTable label={t('collection.title')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
