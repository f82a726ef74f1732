import { useTranslation } from 'react-i18next';
import type { Minor } from '@daybook/contracts/money/money';
import { Amount } from '@daybook/shared/record/amount';
import { Sums } from '@daybook/shared/list/sums';
import styles from './common.module.css';

interface FigureSumsProps {
  /** Absent until they are known. */
  sums:
    | readonly { currency: string; figures: readonly (readonly [label: string, amount: Minor])[] }[]
    | undefined;
}

/** Named totals of everything found in a list, by currency. */
export function FigureSums({ sums }: FigureSumsProps) {
  const { t } = useTranslation('billing');
  if (sums === undefined) return null;
  const shown = sums.map(({ currency, figures }) => ({
    currency,
    sum: (
      <dl className={styles.sum}>
        {figures.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Amount minor={amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    ),
  }));
  return <Sums label={t('listSum.title')} sums={shown} />;
}
