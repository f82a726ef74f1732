import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  taxRegisters,
  type TaxColumn,
  type TaxRegisterTotal,
  type TaxSheetRow,
} from '@daybook/contracts/receivables/tax-registers/tax-registers';
import { taxRegisterKinds } from '@daybook/contracts/receivables/tax-registers/tax-rows';
import { onTheDay } from '@daybook/shared/list-address';
import type { Column } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { FilterChoice } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { DateFilter, EntityFilter } from '../common/document-filters.tsx';
import { ExportRegister } from './export-register.tsx';
import { RegisterSummary } from './register-summary.tsx';
import { SheetCell } from './sheet-cell.tsx';
import { SheetTabs } from './sheet-tabs.tsx';
import styles from './tax-registers.module.css';

/** The columns of the sheet as the server names them; the first one stands above the card on a phone. */
const columnsOf = (columns: readonly TaxColumn[], currency: string): Column<TaxSheetRow, never>[] =>
  columns.map(({ label, kind }, at) => ({
    title: label,
    ...(at === 0 && { isHeading: true }),
    ...(kind !== 'text' && { width: 105 }),
    ...(['money', 'rate', 'count'].includes(kind) && { align: 'end' as const }),
    render: (row) => <SheetCell row={row} at={at} columns={columns} currency={currency} />,
  }));

type RegisterList = ReturnType<typeof useList<typeof taxRegisters>>;

function Filters({ list, total }: { list: RegisterList; total: TaxRegisterTotal | undefined }) {
  const { t } = useTranslation('billing');
  const label = t('taxRegister.period');
  // Without a choice, the server says which entity and period it took.
  const shown = {
    filter: {
      register: 'output' as const,
      ...(total && { entityId: total.entity.id, ...total.period }),
      ...list.filter,
    },
    setFilter: list.setFilter,
  };
  const registers = taxRegisterKinds.map((value) => ({ value, label: t(`taxRegister.kind.${value}`) }));
  return (
    <FilterBar
      list={list}
      filters={[
        {
          names: ['register'],
          label: t('taxRegister.register'),
          isWide: true,
          control: (
            <FilterChoice
              list={shown}
              name="register"
              label={t('taxRegister.register')}
              options={registers}
            />
          ),
        },
        { names: ['from', 'to'], isWide: true, label, control: <DateFilter list={shown} label={label} /> },
        { names: ['entityId'], label: t('field.entity'), control: <EntityFilter list={shown} /> },
      ]}
    >
      {total !== undefined && <SheetTabs list={list} sheets={total.sheets} sheet={total.sheet} />}
    </FilterBar>
  );
}

interface Sheet {
  rows: readonly TaxSheetRow[];
  total: TaxRegisterTotal;
}

/**
 * The rows and the total that names their columns. Each comes with an answer of its own: until both are there, those of the sheet before
 * stay. Null before the first sheet.
 */
function useSheet({ rows, isLoading, isRefreshing }: RegisterList, total: TaxRegisterTotal | undefined) {
  const [shown, setShown] = useState<Sheet | null>(null);
  const isThere = !isLoading && !isRefreshing && total !== undefined;
  if (isThere && (shown?.rows !== rows || shown.total !== total)) setShown({ rows, total });
  return shown;
}

/** The registers of output and input tax, sheet by sheet as the return of the regime asks for them. */
export default function TaxRegisterScreen() {
  const { t } = useTranslation('billing');
  const list = useList(taxRegisters);
  const { q, filter } = list;
  const read = useRead(taxRegisters.total, { q: q || undefined, filter: onTheDay(filter) });
  const shown = useSheet(list, read.data);
  const together = {
    ...list,
    rows: shown?.rows ?? [],
    isLoading: shown === null,
    isRefreshing: shown?.total !== read.data || list.isRefreshing,
    error: list.error ?? read.error,
    retry: () => {
      list.retry();
      read.retry();
    },
  };
  return (
    <ListScreen
      title={t('taxRegister.title')}
      list={together}
      search={t('taxRegister.search')}
      empty={t('taxRegister.empty')}
      filterBar={<Filters list={list} total={shown?.total} />}
      primary={<ExportRegister total={read.data} register={filter.register ?? 'output'} />}
      about={shown ? <RegisterSummary total={shown.total} /> : <div className={styles.coming} />}
    >
      <DataTable
        label={t('taxRegister.title')}
        list={together}
        columns={shown ? columnsOf(shown.total.columns, shown.total.currency) : []}
      />
    </ListScreen>
  );
}
