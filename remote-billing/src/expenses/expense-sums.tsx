import { useTranslation } from 'react-i18next';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import type { InputOf } from '@daybook/contracts/endpoint';
import { useRead } from '@daybook/shared/read/use-read';
import { FigureSums } from '../common/figure-sums.tsx';

type Found = Pick<InputOf<typeof expenses.total>, 'filter'> & { q: string };

/** The total of the expenses found, by currency. The list itself sends the same request for its count. */
export function ExpenseSums({ q, filter }: Found) {
  const { t } = useTranslation('billing');
  const { data } = useRead(expenses.total, { q: q || undefined, filter });
  return (
    <FigureSums
      sums={data?.sums.map(({ currency, gross, tax }) => ({
        currency,
        figures: [
          [t('listSum.all'), gross],
          [t('expense.sumTax'), tax],
        ],
      }))}
    />
  );
}
