import { useTranslation } from 'react-i18next';
import type { RevaluationTotal } from '@daybook/contracts/receivables/outstanding/revaluation';
import { Sums } from '@daybook/shared/list/sums';
import { Amount } from '@daybook/shared/record/amount';
import { dateText } from '@daybook/shared/record/date-text';
import commonStyles from '../common/common.module.css';

type Sum = RevaluationTotal['sums'][number];

/** The totals of each billing entity and currency, with the rate of the day. */
export function RevaluationSums({ total: { sums } }: { total: RevaluationTotal }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <p>{t('revaluation.help')}</p>
      <Sums
        label={t('revaluation.sums')}
        sums={sums.map((one) => ({
          currency: `${one.entity.id} ${one.currency}`,
          sum: <OneSum sum={one} />,
        }))}
      />
    </>
  );
}

function OneSum({ sum }: { sum: Sum }) {
  const { t } = useTranslation('billing');
  const { entity, currency, baseCurrency, rate, rateOn } = sum;
  const figures = [
    [t('outstandingReport.balance'), sum.balance, currency],
    [t('revaluation.bookValue'), sum.bookValue, baseCurrency],
    [t('revaluation.value'), sum.value, baseCurrency],
    [t('revaluation.difference'), sum.difference, baseCurrency],
  ] as const;
  return (
    <>
      <strong>
        <bdi>{entity.label}</bdi>
      </strong>{' '}
      {rate === null || rateOn === null
        ? t('revaluation.noRate', { currency })
        : t('revaluation.rate', { currency, rate, date: dateText(rateOn) })}
      <dl className={commonStyles.sum}>
        {figures.map(([label, amount, unit]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amount === null ? '–' : <Amount minor={amount} currency={unit} />}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
