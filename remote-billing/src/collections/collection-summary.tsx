import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { collections, type CollectionTotal } from '@daybook/contracts/receivables/collections/collections';
import { onTheDay } from '@daybook/shared/list-address';
import { useSteadyRead } from '@daybook/shared/read/use-read';
import { amountText } from '@daybook/shared/record/amount';
import { Figures } from '@daybook/shared/charts/figures';
import { dateText } from '@daybook/shared/record/date-text';
import { CollectionChart } from './collection-chart.tsx';
import { receiptsLink, type ReportFilter } from './row-filter.ts';
import styles from './collections.module.css';

interface Asked {
  q: string;
  filter: ReportFilter;
}

/** The figures of the whole period in one currency, first the one with the most money, and the bars of its chart. */
export function useCollectionSummary({ q, filter }: Asked) {
  const [chosen, choose] = useState<string | null>(null);
  const asked = { q: q || undefined, filter: onTheDay(filter) };
  const total = useSteadyRead(collections.total, asked);
  const currencies = total.data?.currencies ?? [];
  const one = currencies.find(({ currency }) => currency === chosen) ?? currencies[0];
  const chart = useSteadyRead(
    collections.chart,
    one === undefined ? null : { ...asked, filter: { ...asked.filter, currency: one.currency } },
  );
  return {
    /** Nobody knows yet how much room it needs above the rows. */
    isLoading: total.isLoading || chart.isLoading,
    total: total.data,
    one,
    chart: chart.data,
    choose,
  };
}

interface SummaryProps {
  of: ReturnType<typeof useCollectionSummary>;
  filter: ReportFilter;
}

/** The figures of the whole period and its chart, one currency at a time. */
export function CollectionSummary({ of: { total, one, chart, choose }, filter }: SummaryProps) {
  const { t } = useTranslation('billing');
  if (one === undefined || total === undefined) return null;
  const { period, periodBefore, currencies } = total;
  const { currency } = one;
  return (
    <section aria-label={t('collection.inCurrency', { currency })} className={styles.summary}>
      {currencies.length > 1 && (
        <Segmented
          className={styles.currencies ?? ''}
          aria-label={t('field.currency')}
          value={currency}
          onChange={choose}
          options={currencies.map((each) => each.currency)}
        />
      )}
      <TotalFigures one={one} period={period} filter={filter} />
      {periodBefore !== null && (
        <p className={styles.note}>
          {t('collection.compared', { from: dateText(periodBefore.from), to: dateText(periodBefore.to) })}{' '}
          {t('collection.crmNote')}
        </p>
      )}
      {chart !== undefined && <CollectionChart chart={chart} filter={filter} period={period} />}
    </section>
  );
}

const shown = ['net', 'withheld', 'bankCharge', 'gross', 'unallocated'] as const;

interface TotalFiguresProps {
  one: CollectionTotal['currencies'][number];
  period: CollectionTotal['period'];
  filter: ReportFilter;
}

function TotalFigures({ one, period, filter }: TotalFiguresProps) {
  const { t } = useTranslation('billing');
  const { currency, before, creditNotesRefunded } = one;
  const text = (amount: number) => amountText(amount, currency);
  const to = receiptsLink({ filter, keys: [], period, currency });
  return (
    <Figures
      figures={[
        ...shown.map((name) => ({ label: t(`collection.${name}`), value: text(one[name]), to })),
        ...(before === null ? [] : [{ label: t('collection.before'), value: text(before.net) }]),
        ...(creditNotesRefunded === null || creditNotesRefunded === 0
          ? []
          : [{ label: t('collection.creditNotesRefunded'), value: text(creditNotesRefunded) }]),
      ]}
    />
  );
}
