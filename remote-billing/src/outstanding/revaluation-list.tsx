import { useTranslation } from 'react-i18next';
import { revaluation, type RevaluationRow } from '@daybook/contracts/receivables/outstanding/revaluation';
import { linkColumn, moneyColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { barFilters } from '@daybook/shared/list/bar-filters';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { SettledDate } from '@daybook/shared/inputs/settled-date';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { today } from '@daybook/shared/today';
import { ledgerAddress } from '../common/addresses.ts';
import { useCurrencyFilter, useEntityFilter } from '../common/document-filters.tsx';
import { RevaluationSums } from './revaluation-sums.tsx';

type List = ReturnType<typeof useList<typeof revaluation>>;

const base = (row: RevaluationRow) => row.baseCurrency;

/** Headings in one line, because rates and sums already stand above the table. */
const inOneLine = { width: 155 };

function useColumns({ asOf }: List['filter']): ColumnsOf<typeof revaluation> {
  const { t } = useTranslation('billing');
  return [
    linkColumn(
      t('field.client'),
      ({ client }) => client.label,
      ({ client, entity, currency }) =>
        ledgerAddress({ clientId: client.id, entityId: entity.id, currency, ...(asOf && { asOf }) }),
      { sort: 'name' },
    ),
    textColumn(t('field.entity'), ({ entity }) => entity.label, { name: 'entity', isShort: true }),
    moneyColumn(
      t('outstandingReport.balance'),
      (row) => row.balance,
      (row) => row.currency,
      { name: 'balance' },
    ),
    moneyColumn(t('revaluation.bookValue'), (row) => row.bookValue, base, {
      name: 'bookValue',
      ...inOneLine,
    }),
    moneyColumn(t('revaluation.value'), (row) => row.value, base, { name: 'value', ...inOneLine }),
    moneyColumn(t('revaluation.difference'), (row) => row.difference, base, inOneLine),
  ];
}

/** What open receivables in a foreign currency would gain or lose at the rate of a day. */
export default function RevaluationList() {
  const { t } = useTranslation('billing');
  const list = useList(revaluation);
  const columns = useColumnChoice('revaluation', list, useColumns(list.filter));
  const { data } = useRead(revaluation.total, { q: list.q || undefined, filter: list.filter });
  return (
    <ListScreen
      title={t('revaluation.title')}
      list={list}
      search={t('outstandingReport.search')}
      empty={t('revaluation.empty')}
      filterBar={<Filters list={list} />}
      columns={columns}
    >
      {data !== undefined && <RevaluationSums total={data} />}
      <DataTable label={t('revaluation.title')} list={list} columns={columns.columns} />
      <p>{t('revaluation.help')}</p>
    </ListScreen>
  );
}

function Filters({ list }: { list: ReturnType<typeof useList<typeof revaluation>> }) {
  const { t } = useTranslation('billing');
  const { lookup } = barFilters(list);
  const asOf = t('outstandingReport.asOf');
  const day = (
    <SettledDate
      aria-label={asOf}
      value={list.filter.asOf ?? today()}
      onChange={(chosen) => list.setFilter({ asOf: chosen === today() ? undefined : (chosen ?? undefined) })}
    />
  );
  return (
    <FilterBar
      list={list}
      filters={[
        { names: ['asOf'], label: asOf, control: day },
        useEntityFilter(list),
        useCurrencyFilter(list),
        lookup('groupId', t('pending.group'), 'client_group'),
        lookup('crmId', t('unbilled.crm'), 'person'),
      ]}
    />
  );
}
