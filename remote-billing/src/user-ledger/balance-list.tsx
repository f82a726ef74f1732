import { useTranslation } from 'react-i18next';
import { userLedgers, type UserBalance } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { onTheDay } from '@daybook/shared/list-address';
import { linkColumn, moneyColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterLookup } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { SettledDate } from '@daybook/shared/inputs/settled-date';
import { useRead } from '@daybook/shared/read/use-read';
import { today } from '@daybook/shared/today';
import { CurrencyFilter, EntityFilter } from '../common/document-filters.tsx';
import { FigureSums } from '../common/figure-sums.tsx';
import books from '../common/books.module.css';
import { userLedgerAddress } from './addresses.ts';
import { LedgerTabs } from './ledger-tabs.tsx';
import { StaffAmount, type Held } from './staff-amount.tsx';
import { StaffCommands } from './staff-commands.tsx';

type List = ReturnType<typeof useList<typeof userLedgers>>;

function useColumns(): ColumnsOf<typeof userLedgers> {
  const { t } = useTranslation('billing');
  const held = (of: Held) => ({
    title: t(`userLedger.${of}`),
    name: of,
    align: 'end' as const,
    width: 115,
    render: (row: UserBalance) => <StaffAmount balance={row} of={of} />,
  });
  return [
    linkColumn(
      t('userLedger.person'),
      ({ person }) => person.label,
      (row) => userLedgerAddress(row.person.id, row),
      { sort: 'name' },
    ),
    textColumn(t('field.entity'), ({ entity }) => entity.label, { name: 'entity', isShort: true }),
    held('payable'),
    held('advance'),
    held('cash'),
    moneyColumn(
      t('userLedger.offered'),
      (row) => row.offered,
      (row) => row.currency,
      { name: 'offered', zeroAsDash: true },
    ),
    moneyColumn(
      t('userLedger.net'),
      (row) => row.net,
      (row) => row.currency,
      { sort: 'net' },
    ),
  ];
}

function BalanceSums({ list: { q, filter } }: { list: Pick<List, 'q' | 'filter'> }) {
  const { t } = useTranslation('billing');
  const { data } = useRead(userLedgers.total, { q: q || undefined, filter: onTheDay(filter) });
  const names = ['payable', 'advance', 'cash', 'net'] as const;
  return (
    <FigureSums
      sums={data?.sums.map((one) => ({
        currency: one.currency,
        figures: names.map((name) => [t(`userLedger.${name}`), one[name]]),
      }))}
    />
  );
}

function Filters({ list }: { list: List }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <label className={books.date}>
        {t('ledger.asOf')}
        <SettledDate
          value={list.filter.asOf ?? today()}
          onChange={(asOf) => list.setFilter({ asOf: asOf ?? undefined })}
        />
      </label>
      <FilterLookup list={list} name="personId" label={t('userLedger.person')} kind="person" />
      <EntityFilter list={list} />
      <CurrencyFilter list={list} />
    </>
  );
}

/** What the firm and its people owe each other as of a day. */
export function BalanceList() {
  const { t } = useTranslation('billing');
  const list = useList(userLedgers);
  const columns = useColumnChoice('user_ledger', list, useColumns());
  return (
    <ListScreen
      title={t('userLedger.title')}
      list={list}
      search={t('userLedger.search')}
      empty={t('userLedger.empty')}
      primary={<StaffCommands />}
      views={<LedgerTabs tab="balances" />}
      filters={<Filters list={list} />}
      columns={columns}
    >
      <BalanceSums list={list} />
      <DataTable label={t('userLedger.tab.balances')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
