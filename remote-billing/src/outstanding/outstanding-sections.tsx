import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { bucketLabel } from '@daybook/contracts/receivables/outstanding/bucket-label';
import type {
  OutstandingSection,
  OutstandingTotal,
} from '@daybook/contracts/receivables/outstanding/outstanding';
import { BarChart } from '@daybook/shared/charts/bar-chart';
import { Figures } from '@daybook/shared/charts/figures';
import { readListAddress, writeListAddress } from '@daybook/shared/list-address';
import { amountText, roughAmountText } from '@daybook/shared/record/amount';
import { dateText } from '@daybook/shared/record/date-text';
import styles from './outstanding.module.css';

/** The totals of one currency at a time, and its amounts by age; each bar filters the lines below. */
export function OutstandingSections({ total: { sections, bounds } }: { total: OutstandingTotal }) {
  const { t } = useTranslation('billing');
  const [chosen, setChosen] = useState<string | null>(null);
  const section = sections.find(({ currency }) => currency === chosen) ?? sections[0];
  if (section === undefined) return null;
  return (
    <div className={styles.section}>
      {sections.length > 1 && (
        <Segmented
          aria-label={t('field.currency')}
          value={section.currency}
          onChange={setChosen}
          options={sections.map(({ currency }) => currency)}
        />
      )}
      <Sums section={section} />
      <ByAge section={section} bounds={bounds} />
    </div>
  );
}

function Sums({ section }: { section: OutstandingSection }) {
  const { t } = useTranslation('billing');
  const text = (amount: number) => amountText(amount, section.currency);
  const { estimate } = section;
  return (
    <>
      <Figures
        figures={[
          { label: t('outstandingReport.balance'), value: text(section.balance) },
          { label: t('outstandingReport.overdue'), value: text(section.overdue), isBad: section.overdue > 0 },
          { label: t('outstandingReport.unapplied'), value: text(section.unapplied) },
          { label: t('outstandingReport.dueThisMonth'), value: text(section.dueThisMonth) },
        ]}
      />
      {estimate !== null && (
        <p className={styles.estimate}>
          {t('outstandingReport.estimate', {
            amount: amountText(estimate.balance, estimate.currency),
            date: dateText(estimate.rateOn),
          })}
        </p>
      )}
    </>
  );
}

function ByAge({ section, bounds }: { section: OutstandingSection; bounds: readonly number[] }) {
  const { t } = useTranslation('billing');
  const [params] = useSearchParams();
  const { currency, notDue, buckets } = section;
  const filteredBy = (bucket: number) => {
    const address = readListAddress(params);
    const filter = { ...address.filter, currency, bucket: String(bucket) };
    return `?${writeListAddress(params, { ...address, cursor: null, filter })}`;
  };
  return (
    <BarChart
      label={t('outstandingReport.chart', { currency })}
      categories={[t('outstandingReport.notDue'), ...buckets.map((_, index) => bucketLabel(bounds, index))]}
      series={[
        {
          label: t('outstandingReport.open'),
          tone: 'primary',
          values: [notDue, ...buckets],
          to: filteredBy,
        },
      ]}
      format={(amount) => amountText(amount, currency)}
      formatScale={(amount) => roughAmountText(amount, currency)}
    />
  );
}
