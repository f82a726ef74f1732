import { useTranslation } from 'react-i18next';
import type { Minor } from '@daybook/contracts/money/money';
import { Amount } from '@daybook/shared/record/amount';
import { Sums } from '@daybook/shared/list/sums';

interface FigureSumsProps {
  /** Absent until they are known. */
  sums:
    | readonly {
        currency: string;
        figures: readonly (readonly [label: string, amount: Minor, note?: string])[];
      }[]
    | undefined;
}

/** Named totals of everything found in a list, by currency. */
export function FigureSums({ sums }: FigureSumsProps) {
  const { t } = useTranslation('billing');
  const shown = sums?.map(({ currency, figures }) => ({
    currency,
    figures: figures.map(
      ([label, amount, note]) =>
        [
          label,
          <>
            <Amount minor={amount} currency={currency} />
            {note !== undefined && <bdi> {note}</bdi>}
          </>,
        ] as const,
    ),
  }));
  return <Sums label={t('listSum.title')} sums={shown} />;
}
