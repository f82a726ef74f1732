import { useTranslation } from 'react-i18next';
import {
  withheldQuarters,
  type WithheldQuarter,
} from '@daybook/contracts/receivables/withholding/withholding-entries';
import { linkColumn, moneyColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList, type FilterOf } from '@daybook/shared/list/use-list';
import { listLink } from '@daybook/shared/list-link';
import { useRead } from '@daybook/shared/read/use-read';
import { countText } from '@daybook/shared/record/count-text';
import { LinkButton } from '@daybook/shared/record/link-button';
import { useWithholdingFilters } from './withholding-filters.tsx';
import { WithholdingSums } from './withholding-sums.tsx';
import { useQuarterWord } from './words.ts';

const currency = (row: WithheldQuarter) => row.currency;

function useColumns(filter: FilterOf<typeof withheldQuarters>): ColumnsOf<typeof withheldQuarters> {
  const { t } = useTranslation('billing');
  const quarterOf = useQuarterWord();
  return [
    linkColumn(
      t('field.client'),
      (row) => row.client.label,
      (row) =>
        listLink('withholding_entry', {
          ...filter,
          clientId: row.client.id,
          fy: row.fy,
          quarter: String(row.quarter),
          currency: row.currency,
        }),
      { sort: 'client' },
    ),
    textColumn(t('withholding.quarter'), quarterOf, { sort: 'quarter', width: 120 }),
    textColumn(t('receipt.list'), (row) => countText(row.entries), { name: 'entries', width: 90 }),
    moneyColumn(t('receipt.withheld'), (row) => row.amount, currency, { name: 'withheld' }),
    moneyColumn(t('withholding.certified'), (row) => row.certified, currency, {
      name: 'certified',
      zeroAsDash: true,
    }),
    moneyColumn(t('status.written_off'), (row) => row.writtenOff, currency, {
      name: 'writtenOff',
      zeroAsDash: true,
    }),
    moneyColumn(t('withholding.awaited'), (row) => row.open, currency, { zeroAsDash: true }),
  ];
}

/** The register by client and quarter; a row opens its entries. */
export default function QuarterList() {
  const { t } = useTranslation('billing');
  const list = useList(withheldQuarters);
  const { q, filter } = list;
  const columns = useColumnChoice('withheld_quarter', list, useColumns(filter));
  const { data: total } = useRead(withheldQuarters.total, { q: q || undefined, filter });
  const filters = useWithholdingFilters(list, total);
  return (
    <ListScreen
      title={t('withholding.byQuarter')}
      list={list}
      search={t('withholding.search')}
      empty={t('withholding.empty')}
      filterBar={<FilterBar list={list} filters={filters} />}
      columns={columns}
      primary={<LinkButton to={listLink('withholding_entry', filter)}>{t('withholding.title')}</LinkButton>}
    >
      <WithholdingSums total={total} />
      <DataTable label={t('withholding.byQuarter')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
