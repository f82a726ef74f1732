import { useTranslation } from 'react-i18next';
import type { RevaluationTotal } from '@daybook/contracts/receivables/outstanding/revaluation';
import { Sums } from '@daybook/shared/list/sums';
import { Amount } from '@daybook/shared/record/amount';
import { dateText } from '@daybook/shared/record/date-text';

type Sum = RevaluationTotal['sums'][number];

/** The totals of each billing entity and currency, with the rate of the day. */
export function RevaluationSums({ total: { sums, asOf } }: { total: RevaluationTotal }) {
  const { t } = useTranslation('billing');
  return (
    <Sums
      label={t('revaluation.sums')}
      sums={sums.map((one) => ({
        id: `${one.entity.id} ${one.currency}`,
        currency: one.currency,
        of: <Whose sum={one} asOf={asOf} />,
        figures: (
          [
            [t('outstandingReport.balance'), one.balance, one.currency],
            [t('revaluation.bookValue'), one.bookValue, one.baseCurrency],
            [t('revaluation.value'), one.value, one.baseCurrency],
            [t('revaluation.difference'), one.difference, one.baseCurrency],
          ] as const
        ).map(
          ([label, amount, unit]) =>
            [label, amount === null ? '–' : <Amount key={label} minor={amount} currency={unit} />] as const,
        ),
      }))}
    />
  );
}

/** The billing entity, and the rate of the day; an earlier rate with its own day. */
function Whose({ sum: { entity, currency, rate, rateOn }, asOf }: { sum: Sum; asOf: string }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <bdi>{entity.label}</bdi>{' '}
      {rate === null || rateOn === null
        ? t('revaluation.noRate', { currency })
        : rateOn === asOf
          ? t('revaluation.rateOfDay', { currency, rate })
          : t('revaluation.rate', { currency, rate, date: dateText(rateOn) })}
    </>
  );
}
