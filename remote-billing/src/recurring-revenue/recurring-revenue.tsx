import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recurringRevenue, type RevenueRow } from '@daybook/contracts/crm/subscriptions/recurring-revenue';
import { recordPath } from '@daybook/contracts/entities';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { BarChart } from '@daybook/shared/charts/bar-chart';
import { DataTable } from '@daybook/shared/list/data-table';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { onePage } from '@daybook/shared/list/one-page';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useFound } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount, amountText, roughAmountText } from '@daybook/shared/record/amount';
import { countText } from '@daybook/shared/record/count-text';
import { minor } from '@daybook/contracts/money/money';
import { useRevenueColumns, useRevenueName } from './revenue-columns.tsx';
import { RevenueFilters } from './revenue-filters.tsx';
import styles from './recurring-revenue.module.css';

type Report = OutputOf<typeof recurringRevenue.list>;

/** The monthly revenue of subscriptions, and how it moved, by month, package or department. */
export default function RecurringRevenue() {
  const { t } = useTranslation('billing');
  const list = useFound(recurringRevenue);
  const { data, error, retry } = useRead(recurringRevenue.list, list.found);
  const by = list.filter.by ?? 'month';
  const rows = data?.rows ?? [];
  const columns = useColumnChoice('recurring_revenue', list, useRevenueColumns(by));
  const totals = (data?.totals ?? []).map((row): RevenueRow => ({
    ...row,
    id: `total ${row.currency}`,
    key: 'total',
    label: '',
  }));
  return (
    <ListScreen
      title={t('revenue.title')}
      list={{
        ...list,
        rows,
        isLoading: data === undefined && error === null,
        error,
        retry,
        counted: undefined,
      }}
      filterBar={<RevenueFilters list={list} />}
      columns={columns}
      empty={t('revenue.empty')}
    >
      <div className={styles.report}>
        {totals.map(({ currency }) => (
          <Chart key={currency} currency={currency} rows={rows} by={by} />
        ))}
        <DataTable
          label={t('revenue.title')}
          list={onePage([...rows, ...totals])}
          columns={columns.columns}
        />
        <p className={styles.note}>{t('revenue.hint')}</p>
        {data !== undefined && data.beside.total > 0 && <Beside of={data.beside} />}
      </div>
    </ListScreen>
  );
}

interface ChartProps {
  currency: string;
  rows: readonly RevenueRow[];
  by: Parameters<typeof useRevenueName>[0];
}

/** The closing figure of each row of a currency. */
function Chart({ currency, rows, by }: ChartProps) {
  const { t } = useTranslation('billing');
  const nameOf = useRevenueName(by);
  const own = rows.filter((row) => row.currency === currency);
  return (
    <BarChart
      label={t('revenue.chart', { currency })}
      categories={own.map((row) => nameOf(row))}
      series={[{ label: t('revenue.closing'), tone: 'primary', values: own.map(({ closing }) => closing) }]}
      format={(value) => amountText(minor(value), currency)}
      formatScale={(value) => roughAmountText(minor(Math.round(value)), currency)}
      isLying={by !== 'month'}
    />
  );
}

/** Recurring invoices that the figures leave out. */
function Beside({ of: { total, some } }: { of: Report['beside'] }) {
  const { t } = useTranslation('billing');
  return (
    <section aria-label={t('revenue.beside')}>
      <h2 className={styles.heading}>
        {t('revenue.beside')} ({countText(total)})
      </h2>
      <ul className={styles.beside}>
        {some.map(({ id, title, client, currency, nextAmount }) => (
          <li key={id}>
            <Link to={recordPath('recurring_invoice', id)}>
              <bdi>{title}</bdi>
            </Link>{' '}
            <bdi>{client.label}</bdi>{' '}
            {nextAmount !== null && <Amount minor={nextAmount} currency={currency} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
