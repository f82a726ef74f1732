import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  realisation,
  type RealisationFigures,
  type RealisationTotal,
} from '@daybook/contracts/receivables/realisation/realisation';
import { BarChart } from '@daybook/shared/charts/bar-chart';
import { Figures } from '@daybook/shared/charts/figures';
import { durationText } from '@daybook/shared/inputs/duration-input';
import { onTheDay } from '@daybook/shared/list-address';
import { useSteadyRead } from '@daybook/shared/read/use-read';
import { amountText, roughAmountText } from '@daybook/shared/record/amount';
import { detailsLink, narrowedLink, type ReportFilter } from './row-filter.ts';
import { useKeyText } from './use-key-text.ts';
import styles from './realisation.module.css';

interface Asked {
  q: string;
  filter: ReportFilter;
}

/** The figures of the whole period in one currency, and the rows of their chart. */
export function useRealisationSummary({ q, filter }: Asked) {
  const [chosen, choose] = useState<string | null>(null);
  const asked = { q: q || undefined, filter: onTheDay(filter) };
  const total = useSteadyRead(realisation.total, asked);
  const currencies = total.data?.currencies ?? [];
  const one = currencies.find(({ currency }) => currency === chosen) ?? currencies[0];
  const { thenBy: _thenBy, ...first } = asked.filter;
  const isByMonth = filter.by === 'month';
  const chart = useSteadyRead(
    realisation.list,
    one === undefined
      ? null
      : {
          ...asked,
          filter: { ...first, currency: one.currency },
          sort: isByMonth ? 'key' : '-billed',
          pageSize: isByMonth ? 60 : 20,
        },
  );
  return {
    /** Nobody knows yet how much room it needs above the rows. */
    isLoading: total.isLoading || chart.isLoading,
    period: total.data?.period,
    currencies,
    one,
    bars: chart.data?.rows ?? [],
    choose,
  };
}

type Summary = ReturnType<typeof useRealisationSummary>;

interface SummaryProps {
  of: Summary;
  filter: ReportFilter;
}

/** The figures of the whole period and their chart, one currency at a time. */
export function RealisationSummary({ of: { period, currencies, one, bars, choose }, filter }: SummaryProps) {
  const { t } = useTranslation('billing');
  if (one === undefined || period === undefined) return null;
  const { currency } = one;
  return (
    <section aria-label={t('realisation.inCurrency', { currency })} className={styles.summary}>
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
      <Notes one={one} />
      <Chart bars={bars} filter={filter} period={period} />
    </section>
  );
}

const shown = ['value', 'billed', 'writtenDown', 'collected', 'badDebt'] as const;

interface OneProps {
  one: RealisationFigures;
  period: RealisationTotal['period'];
  filter: ReportFilter;
}

function TotalFigures({ one, period, filter }: OneProps) {
  const { t } = useTranslation('billing');
  const { currency, minutes, effectiveRate, cost, margin } = one;
  const text = (amount: number) => amountText(amount, currency);
  const named = { filter, keys: [], period, currency };
  const hours = detailsLink('realised_hours', named);
  const bills = detailsLink('realised_bill', named);
  return (
    <Figures
      figures={[
        { label: t('realisation.hours'), value: durationText(minutes), to: hours },
        ...shown.map((name) => ({
          label: t(`realisation.${name}`),
          value: text(one[name]),
          to: name === 'value' ? hours : bills,
        })),
        ...(effectiveRate === null
          ? []
          : [{ label: t('realisation.effectiveRate'), value: text(effectiveRate) }]),
        ...(cost === null ? [] : [{ label: t('realisation.cost'), value: text(cost) }]),
        ...(margin === null
          ? []
          : [{ label: t('realisation.margin'), value: text(margin), isBad: margin < 0 }]),
      ]}
    />
  );
}

/** How the figures are counted, and the hours that have no rate. */
function Notes({ one: { unratedMinutes, uncostedMinutes } }: Pick<OneProps, 'one'>) {
  const { t } = useTranslation('billing');
  return (
    <p className={styles.note}>
      {t('realisation.hint')}
      {unratedMinutes > 0 && ` ${t('realisation.unratedNote', { hours: durationText(unratedMinutes) })}`}
      {(uncostedMinutes ?? 0) > 0 &&
        ` ${t('realisation.uncostedNote', { hours: durationText(uncostedMinutes ?? 0) })}`}
    </p>
  );
}

interface ChartProps {
  bars: Summary['bars'];
  filter: ReportFilter;
  period: RealisationTotal['period'];
}

/** The value of the hours and what was billed, for the months or for the rows of the first level that were billed most. */
function Chart({ bars, filter, period }: ChartProps) {
  const { t } = useTranslation('billing');
  const textOf = useKeyText();
  // The bars may still be those of another currency or grouping.
  const { currency = '', keys: [{ by } = { by: 'client' as const }] = [] } = bars[0] ?? {};
  if (bars.length < 2) return null;
  const to = (index: number) => narrowedLink({ filter, keys: bars[index]?.keys ?? [], period, currency });
  return (
    <BarChart
      label={t('realisation.chart', { by: t(`realisation.by.${by}`), currency })}
      categories={bars.map(({ keys: [key] }) => (key ? textOf(key) : ''))}
      series={[
        { label: t('realisation.value'), tone: 'primary', values: bars.map(({ value }) => value), to },
        { label: t('realisation.billed'), tone: 'success', values: bars.map(({ billed }) => billed), to },
      ]}
      format={(amount) => amountText(amount, currency)}
      formatScale={(amount) => roughAmountText(amount, currency)}
      isLying={by !== 'month'}
    />
  );
}
