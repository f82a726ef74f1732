import { useTranslation } from 'react-i18next';
import { dashboards, type MoneySummary } from '@daybook/contracts/dashboards';
import { formatLocale } from '@daybook/shared/i18n';
import { listLink } from '@daybook/shared/list-link';
import { useMay } from '@daybook/shared/session';
import { useSeesAll } from '@daybook/shared/sees-all';
import { today } from '@daybook/shared/today';
import { amountText, roughAmountText } from '@daybook/shared/record/amount';
import { BarChart } from '@daybook/shared/charts/bar-chart';
import { Figures } from '@daybook/shared/charts/figures';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { CurrencyChoice } from './currency-choice.tsx';
import { lastDayOf, monthText } from './months.ts';

type Money = MoneySummary['currencies'][number];

const billedStatuses = ['issued', 'part_paid', 'paid', 'written_off'];

/** Billed and collected over twelve months, and the outstanding amount now, one currency at a time. */
export default function MoneyWidget() {
  const { t } = useTranslation('billing');
  const read = useRead(dashboards.money, { today: today() });
  const seesAll = useSeesAll();
  return (
    <ReadView of={read} shape="chart">
      {({ months, currencies }) => (
        <CurrencyChoice
          parts={currencies}
          none={t(seesAll ? 'widget.nothingBilled' : 'widget.nothingOfYours')}
        >
          {(money) => <MoneyFigures money={money} months={months} />}
        </CurrencyChoice>
      )}
    </ReadView>
  );
}

function MoneyFigures({ money, months }: { money: Money; months: string[] }) {
  const { t } = useTranslation('billing');
  const { currency, billed, collected, outstanding, overdue } = money;
  const text = (amount: number) => amountText(amount, currency);
  const day = today();
  const inMonth = (index: number) => {
    const month = months[index] ?? '';
    const last = lastDayOf(month);
    return { currency, from: `${month}-01`, to: last < day ? last : day };
  };
  const billedLink = (index: number) => listLink('invoice', { ...inMonth(index), status: billedStatuses });
  const mayOpenReport = useMay('reports.collection_report');
  const collectedLink = (index: number) =>
    mayOpenReport
      ? listLink('collection', { ...inMonth(index), by: 'client' })
      : listLink('receipt', inMonth(index));
  const now = months.length - 1;
  return (
    <>
      <Figures
        figures={[
          { label: t('widget.billedNow'), value: text(billed[now] ?? 0), to: billedLink(now) },
          ...(collected === null
            ? []
            : [
                { label: t('widget.collectedNow'), value: text(collected[now] ?? 0), to: collectedLink(now) },
              ]),
          {
            label: t('field.outstanding'),
            value: text(outstanding),
            to: listLink('invoice', { currency, status: ['issued', 'part_paid'] }),
          },
          {
            label: t('overdue'),
            value: text(overdue),
            to: listLink('invoice', { currency, overdue: 'true' }),
            isBad: overdue > 0,
          },
        ]}
      />
      <BarChart
        label={t('widget.byMonth', { currency })}
        categories={months.map((month) => monthText(month, formatLocale()))}
        series={[
          { label: t('widget.billed'), tone: 'primary', values: billed, to: billedLink },
          ...(collected === null
            ? []
            : [
                {
                  label: t('widget.collected'),
                  tone: 'success' as const,
                  values: collected,
                  to: collectedLink,
                },
              ]),
        ]}
        format={text}
        formatScale={(amount) => roughAmountText(amount, currency)}
      />
    </>
  );
}
