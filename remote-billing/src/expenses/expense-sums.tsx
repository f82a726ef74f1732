import { useTranslation } from 'react-i18next';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import type { InputOf } from '@daybook/contracts/endpoint';
import { amountText } from '@daybook/shared/record/amount';
import { Sums } from '@daybook/shared/list/sums';
import { useRead } from '@daybook/shared/read/use-read';
import styles from './expenses.module.css';

type Found = Pick<InputOf<typeof expenses.total>, 'filter'> & { q: string };

/** The total of the expenses found, by currency. The list itself sends the same request for its count. */
export function ExpenseSums({ q, filter }: Found) {
  const { t } = useTranslation('billing');
  const { data } = useRead(expenses.total, { q: q || undefined, filter });
  if (data === undefined) return null;
  const sums = data.sums.map(({ currency, gross, tax }) => ({
    currency,
    sum: (
      <bdi className={styles.sum}>
        {t('expense.sum', { gross: amountText(gross, currency), tax: amountText(tax, currency) })}
      </bdi>
    ),
  }));
  return <Sums label={t('listSum.title')} sums={sums} />;
}
