import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CollectionTotal } from '@daybook/contracts/receivables/collections/collections';
import { amountText } from '@daybook/shared/record/amount';
import { Figures } from '@daybook/shared/charts/figures';
import { dateText } from '@daybook/shared/record/date-text';
import { CollectionChart } from './collection-chart.tsx';
import { receiptsLink, type ReportFilter } from './row-filter.ts';
import styles from './collections.module.css';

interface SummaryProps {
  total: CollectionTotal;
  q: string;
  filter: ReportFilter;
}

/** The figures of the whole period and its chart, one currency at a time: first the one with the most money. */
export function CollectionSummary({ total, q, filter }: SummaryProps) {
  const { t } = useTranslation('billing');
  const [chosen, setChosen] = useState<string | null>(null);
  const { period, periodBefore, currencies } = total;
  const one = currencies.find(({ currency }) => currency === chosen) ?? currencies[0];
  if (one === undefined) return null;
  const { currency } = one;
  return (
    <section aria-label={t('collection.inCurrency', { currency })} className={styles.summary}>
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
      {periodBefore !== null && (
        <p className={styles.note}>
          {t('collection.compared', { from: dateText(periodBefore.from), to: dateText(periodBefore.to) })}{' '}
          {t('collection.crmNote')}
        </p>
      )}
      <CollectionChart q={q} filter={{ ...filter, currency }} period={period} />
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
