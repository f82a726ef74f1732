import { useTranslation } from 'react-i18next';
import { bucketLabel } from '@daybook/contracts/receivables/outstanding/bucket-label';
import { outstanding, type OutstandingSection } from '@daybook/contracts/receivables/outstanding/outstanding';
import { BarChart } from '@daybook/shared/charts/bar-chart';
import { Figures } from '@daybook/shared/charts/figures';
import { listLink } from '@daybook/shared/list-link';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { amountText, roughAmountText } from '@daybook/shared/record/amount';
import { today } from '@daybook/shared/today';
import { CurrencyChoice } from './currency-choice.tsx';

/** What is overdue today by age; each bar opens the clients who owe it. */
export default function OverdueByAge() {
  const { t } = useTranslation('billing');
  const read = useRead(outstanding.total, { filter: { asOf: today() } });
  return (
    <ReadView of={read} shape="chart">
      {({ sections, bounds }) => (
        <CurrencyChoice parts={sections} none={t('widget.nothingOpen')}>
          {(section) => <ByAge section={section} bounds={bounds} />}
        </CurrencyChoice>
      )}
    </ReadView>
  );
}

function ByAge({ section, bounds }: { section: OutstandingSection; bounds: readonly number[] }) {
  const { t } = useTranslation('billing');
  const { currency, buckets, overdue, balance } = section;
  const text = (amount: number) => amountText(amount, currency);
  // The day as a word, so that a view saved from there moves with the calendar.
  const report = (filter: object = {}) => listLink('outstanding', { asOf: 'today', currency, ...filter });
  return (
    <>
      <Figures
        figures={[
          { label: t('overdue'), value: text(overdue), to: report({ overdue: 'true' }), isBad: overdue > 0 },
          { label: t('outstandingReport.balance'), value: text(balance), to: report() },
        ]}
      />
      {overdue === 0 ? (
        <p>{t('widget.nothingOverdue')}</p>
      ) : (
        <BarChart
          label={t('widget.overdueByAge', { currency })}
          categories={buckets.map((_, index) => bucketLabel(bounds, index))}
          series={[
            {
              label: t('overdue'),
              tone: 'error',
              values: buckets,
              to: (index) => report({ bucket: String(index + 1) }),
            },
          ]}
          format={text}
          formatScale={(amount) => roughAmountText(amount, currency)}
        />
      )}
    </>
  );
}
