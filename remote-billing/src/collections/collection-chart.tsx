import { useTranslation } from 'react-i18next';
import type { OutputOf } from '@daybook/contracts/endpoint';
import type { collections } from '@daybook/contracts/receivables/collections/collections';
import { timeGroupings, type Period } from '@daybook/contracts/receivables/collections/periods';
import { BarChart } from '@daybook/shared/charts/bar-chart';
import { amountText, roughAmountText } from '@daybook/shared/record/amount';
import { narrowedLink, type ReportFilter } from './row-filter.ts';
import { useKeyText } from './use-key-text.ts';
import styles from './collections.module.css';

interface CollectionChartProps {
  chart: OutputOf<typeof collections.chart>;
  filter: ReportFilter;
  period: Period;
}

/** The first level as bars, in one currency. A bar narrows the report to what it shows. */
export function CollectionChart({ chart: { bars, currency, more }, filter, period }: CollectionChartProps) {
  const { t } = useTranslation('billing');
  const textOf = useKeyText();
  if (currency === null || bars.length < 2) return null;
  const by = bars[0]?.key.by ?? 'client';
  const to = (index: number) => {
    const key = bars[index]?.key;
    return narrowedLink({ filter, keys: key ? [key] : [], period, currency });
  };
  return (
    <>
      <BarChart
        label={t('collection.chart', { by: t(`collection.by.${by}`), currency })}
        categories={bars.map(({ key }) => textOf(key))}
        series={[
          { label: t('collection.gross'), tone: 'primary', values: bars.map(({ gross }) => gross), to },
          { label: t('collection.net'), tone: 'success', values: bars.map(({ net }) => net), to },
        ]}
        format={(amount) => amountText(amount, currency)}
        formatScale={(amount) => roughAmountText(amount, currency)}
        isLying={!timeGroupings.some((one) => one === by)}
      />
      {more > 0 && <p className={styles.note}>{t('collection.moreBars', { count: more })}</p>}
    </>
  );
}
