import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { expenseStatuses } from '@daybook/contracts/billing/expenses/expense-machine';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { laterPart } from '@daybook/shared/read/later-part';
import { useMay } from '@daybook/shared/session';
import { dateColumn, moneyColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { barFilters, rangeFilter } from '@daybook/shared/list/bar-filters';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { usePartyFilters } from '../common/document-filters.tsx';
import { ApproveBar } from './approve-bar.tsx';
import { ExpenseForm } from './expense-form.tsx';
import { ExpenseSums } from './expense-sums.tsx';
import { stateTones } from './expense-words.ts';
import { PayBar } from './pay-bar.tsx';
import { useSelection } from './use-selection.ts';
import styles from './expenses.module.css';

const ExpenseDrawer = laterPart(() => import('./expense-drawer.tsx'));
const CategoriesDrawer = laterPart(() => import('./categories-drawer.tsx'));

type ExpenseListed = ReturnType<typeof useList<typeof expenses>>;

function useColumns(open: (id: string) => void): ColumnsOf<typeof expenses> {
  const { t } = useTranslation('billing');
  return [
    {
      title: t('expense.description'),
      isHeading: true,
      render: (expense) => (
        <Button type="link" className={styles.name ?? ''} onClick={() => open(expense.id)}>
          <bdi>{expense.description}</bdi>
        </Button>
      ),
    },
    dateColumn(t('date'), (expense) => expense.expenseDate, { name: 'date', sort: 'expenseDate' }),
    textColumn(t('expense.category'), (expense) => expense.category.label, {
      name: 'category',
      isShort: true,
    }),
    textColumn(t('expense.claimant'), (expense) => expense.claimant.label, {
      name: 'claimant',
      isShort: true,
    }),
    textColumn(t('field.client'), (expense) => expense.client?.label, { name: 'client', isShort: true }),
    textColumn(t('line.departmentId'), (expense) => expense.department?.label, {
      name: 'department',
      isShort: true,
      isHidden: true,
    }),
    {
      title: t('field.status'),
      width: 100,
      render: (expense) => (
        <StatusTag tone={stateTones[expense.status]}>{t(`expenseStatus.${expense.status}`)}</StatusTag>
      ),
    },
    textColumn(t('expense.voucher'), (expense) => expense.number, { name: 'voucher', width: 110 }),
    moneyColumn(
      t('expense.gross'),
      (expense) => expense.gross,
      (expense) => expense.currency,
    ),
  ];
}

/** The address contains the open expense, so that people can send the link to a colleague. */
function useOpened() {
  const [params, setParams] = useSearchParams();
  const set = (id: string | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (id === null) next.delete('expense');
      else next.set('expense', id);
      return next;
    });
  return { id: params.get('expense'), open: set, close: () => set(null) };
}

export default function ExpenseList() {
  const { t } = useTranslation('billing');
  const list = useList(expenses);
  const opened = useOpened();
  const columns = useColumnChoice('expense', list, useColumns(opened.open));
  const mayAdd = useMay('expenses.add');
  const mayEdit = useMay('expenses.edit');
  const [shown, setShown] = useState<'form' | 'categories' | null>(null);
  const { chosen, choose, clear, isDisabled, step } = useSelection(list.rows);
  const [first, ...others] = chosen;
  const bulk =
    first === undefined ? undefined : step === 'reimburse' ? (
      <PayBar chosen={[first, ...others]} onClear={clear} />
    ) : (
      <ApproveBar chosen={chosen} onClear={clear} />
    );
  return (
    <>
      <ListScreen
        title={t('expense.list')}
        list={list}
        search={t('expense.search')}
        filterBar={<ExpenseFilters list={list} />}
        columns={columns}
        empty={t('expense.empty')}
        primary={
          <>
            {mayEdit && <Button onClick={() => setShown('categories')}>{t('expense.categories')}</Button>}
            {mayAdd && (
              <Button type={chosen.length === 0 ? 'primary' : 'default'} onClick={() => setShown('form')}>
                {t('expense.new')}
              </Button>
            )}
          </>
        }
        bulk={bulk}
      >
        <ExpenseSums q={list.q} filter={list.filter} />
        <DataTable
          label={t('expense.list')}
          list={list}
          columns={columns.columns}
          {...(mayEdit && {
            selection: {
              keys: chosen.map(({ id }) => id),
              onChange: choose,
              isDisabled,
            },
          })}
        />
      </ListScreen>
      {shown === 'form' && (
        <ExpenseForm
          onSaved={(saved) => {
            setShown(null);
            opened.open(saved.id);
          }}
          onClose={() => setShown(null)}
        />
      )}
      {shown === 'categories' && <CategoriesDrawer onClose={() => setShown(null)} />}
      {opened.id !== null && <ExpenseDrawer key={opened.id} id={opened.id} onClose={opened.close} />}
    </>
  );
}

function ExpenseFilters({ list }: { list: ExpenseListed }) {
  const { t } = useTranslation('billing');
  const { choice, lookup } = barFilters(list);
  const parties = usePartyFilters(list);
  return (
    <FilterBar
      list={list}
      filters={[
        choice(
          'status',
          t('field.status'),
          expenseStatuses.map((value) => ({ value, label: t(`expenseStatus.${value}`) })),
        ),
        lookup('claimantId', t('expense.claimant'), 'person'),
        lookup('categoryId', t('expense.category'), 'expense_category'),
        ...parties,
        rangeFilter(list, t('date')),
        lookup('departmentId', t('line.departmentId'), 'department'),
      ]}
    >
      <SavedViews list="expense" />
    </FilterBar>
  );
}
