import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined';
import Button from 'antd/es/button';
import Segmented from 'antd/es/segmented';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { bucketLabel } from '@daybook/contracts/receivables/outstanding/bucket-label';
import type {
  OutstandingSection,
  OutstandingTotal,
} from '@daybook/contracts/receivables/outstanding/outstanding';
import { BarChart } from '@daybook/shared/charts/bar-chart';
import { readListAddress, writeListAddress } from '@daybook/shared/list-address';
import { Sums, type Sum } from '@daybook/shared/list/sums';
import { Amount, amountText, roughAmountText } from '@daybook/shared/record/amount';
import { dateText } from '@daybook/shared/record/date-text';
import { BucketsButton } from './buckets-dialog.tsx';
import styles from './outstanding.module.css';

/** The totals by currency. The amounts by age are drawn on request, one currency at a time; each bar filters the lines below. */
export function OutstandingSections({ total: { sections, bounds } }: { total: OutstandingTotal }) {
  const { t } = useTranslation('billing');
  const sumOf = useSumOf();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (sections.length === 0) return null;
  return (
    <>
      <div className={styles.totals}>
        <Sums label={t('listSum.title')} sums={sections.map(sumOf)} />
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          icon={<BarChartOutlined aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {t('outstandingReport.byAge')}
        </Button>
      </div>
      <div id={id}>{isOpen && <Chart sections={sections} bounds={bounds} />}</div>
    </>
  );
}

function useSumOf() {
  const { t } = useTranslation('billing');
  return (section: OutstandingSection): Sum => {
    const { currency, estimate, balance, overdue, unapplied, dueThisMonth } = section;
    const figures = { balance, overdue, unapplied, dueThisMonth };
    return {
      currency,
      ...(estimate !== null && {
        of: t('outstandingReport.estimate', {
          amount: amountText(estimate.balance, estimate.currency),
          date: dateText(estimate.rateOn),
        }),
      }),
      figures: Object.entries(figures).map(([name, amount]) => [
        t(`outstandingReport.${name}`),
        <span key={name} className={name === 'overdue' && amount > 0 ? styles.overdue : undefined}>
          <Amount minor={amount} currency={currency} />
        </span>,
      ]),
    };
  };
}

interface ChartProps {
  sections: readonly OutstandingSection[];
  bounds: readonly number[];
}

function Chart({ sections, bounds }: ChartProps) {
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
      <BucketsButton />
      <ByAge section={section} bounds={bounds} />
    </div>
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
