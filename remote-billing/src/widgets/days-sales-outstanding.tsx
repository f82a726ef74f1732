import { useTranslation } from 'react-i18next';
import {
  daysSalesOutstanding,
  type DaysSalesOutstanding,
} from '@daybook/contracts/receivables/outstanding/days-sales-outstanding';
import { BarChart } from '@daybook/shared/charts/bar-chart';
import { Figures } from '@daybook/shared/charts/figures';
import { formatLocale, numberLocale } from '@daybook/shared/i18n';
import { listLink } from '@daybook/shared/list-link';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { amountText } from '@daybook/shared/record/amount';
import { today } from '@daybook/shared/today';
import { CurrencyChoice } from './currency-choice.tsx';
import { monthText } from './months.ts';
import styles from './widgets.module.css';

const daysText = (days: number): string => new Intl.NumberFormat(numberLocale()).format(days);

/** How many days of billing the receivables stand for, at the end of each of twelve months, and how that is computed. */
export default function DaysSalesOutstandingWidget() {
  const { t } = useTranslation('billing');
  const read = useRead(daysSalesOutstanding.open, { today: today() });
  return (
    <ReadView of={read} shape="chart">
      {({ currencies }) => (
        <CurrencyChoice parts={currencies} none={t('widget.nothingOpen')}>
          {(one) => <OfCurrency {...one} />}
        </CurrencyChoice>
      )}
    </ReadView>
  );
}

function OfCurrency({ currency, months }: DaysSalesOutstanding) {
  const { t } = useTranslation('billing');
  // A month without a figure is no month of zero days.
  const known = months.flatMap(({ on, days }) => (days === null ? [] : [{ on, days }]));
  const last = months.at(-1);
  return (
    <>
      {last !== undefined && (
        <Figures
          figures={[
            {
              label: t('widget.salesDays'),
              value: last.days === null ? t('widget.notYet') : daysText(last.days),
            },
            {
              label: t('widget.receivable'),
              value: amountText(last.receivable, currency),
              to: listLink('outstanding', { asOf: last.on, currency }),
            },
            { label: t('widget.billedOfDays'), value: amountText(last.billed, currency) },
          ]}
        />
      )}
      {known.length > 0 && (
        <BarChart
          label={t('widget.salesDaysByMonth', { currency })}
          categories={known.map(({ on }) => monthText(on.slice(0, 7), formatLocale()))}
          series={[
            {
              label: t('widget.salesDays'),
              tone: 'primary',
              values: known.map(({ days }) => days),
              to: (index) => listLink('outstanding', { asOf: known[index]?.on, currency }),
            },
          ]}
          format={daysText}
        />
      )}
      <p className={styles.formula}>{t('widget.salesDaysFormula')}</p>
    </>
  );
}
