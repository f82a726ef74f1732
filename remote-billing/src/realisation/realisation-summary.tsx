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
import { useRead } from '@daybook/shared/read/use-read';
import { amountText, roughAmountText } from '@daybook/shared/record/amount';
import { detailsLink, narrowedLink, type ReportFilter } from './row-filter.ts';
import { useKeyText } from './use-key-text.ts';
import styles from './realisation.module.css';

interface SummaryProps {
  total: RealisationTotal;
  q: string;
  filter: ReportFilter;
}

/** The figures of the whole period and their chart, one currency at a time. */
export function RealisationSummary({ total, q, filter }: SummaryProps) {
  const { t } = useTranslation('billing');
  const [chosen, setChosen] = useState<string | null>(null);
  const { period, currencies } = total;
  const one = currencies.find(({ currency }) => currency === chosen) ?? currencies[0];
  if (one === undefined) return null;
  const { currency } = one;
  return (
    <section aria-label={t('realisation.inCurrency', { currency })} className={styles.summary}>
      {currencies.length > 1 && (
        <Segmented
          className={styles.currencies ?? ''}
          aria-label={t('field.currency')}
          value={currency}
          onChange={setChosen}
          options={currencies.map((each) => each.currency)}
        />
      )}
      <TotalFigures one={one} period={period} filter={filter} />
      <Notes one={one} />
      <Chart q={q} filter={{ ...filter, currency }} period={period} currency={currency} />
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

interface ChartProps extends Omit<SummaryProps, 'total'> {
  period: RealisationTotal['period'];
  currency: string;
}

/** The value of the hours and what was billed, for the months or for the rows of the first level that were billed most. */
function Chart({ q, filter, period, currency }: ChartProps) {
  const { t } = useTranslation('billing');
  const textOf = useKeyText();
  const by = filter.by ?? 'client';
  const { thenBy: _thenBy, ...first } = onTheDay(filter);
  const { data } = useRead(realisation.list, {
    q: q || undefined,
    filter: first,
    sort: by === 'month' ? 'key' : '-billed',
    pageSize: by === 'month' ? 60 : 20,
  });
  const rows = data?.rows ?? [];
  if (rows.length < 2) return null;
  const to = (index: number) => narrowedLink({ filter, keys: rows[index]?.keys ?? [], period, currency });
  return (
    <BarChart
      label={t('realisation.chart', { by: t(`realisation.by.${by}`), currency })}
      categories={rows.map(({ keys: [key] }) => (key ? textOf(key) : ''))}
      series={[
        { label: t('realisation.value'), tone: 'primary', values: rows.map(({ value }) => value), to },
        { label: t('realisation.billed'), tone: 'success', values: rows.map(({ billed }) => billed), to },
      ]}
      format={(amount) => amountText(amount, currency)}
      formatScale={(amount) => roughAmountText(amount, currency)}
      isLying={by !== 'month'}
    />
  );
}
