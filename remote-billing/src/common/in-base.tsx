import { useTranslation } from 'react-i18next';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { numberLocale } from '@daybook/shared/i18n';
import { Amount, amountText } from '@daybook/shared/record/amount';
import { Facts, RecordSection } from '@daybook/shared/record/record-screen';

export interface Rated {
  currency: string;
  baseCurrency: string;
  /** Null while a draft waits for it. */
  fxRate: string | null;
}

export const rateText = ({ currency, baseCurrency, fxRate }: Rated): string =>
  fxRate === null ? '–' : `1 ${currency} = ${formatDecimal(fxRate, numberLocale())} ${baseCurrency}`;

interface InBaseProps {
  document: Rated;
  /** None of a draft. */
  figures: readonly { label: string; amount: number }[];
}

/** The rate of a document in another currency, and what the books have of it. */
export function InBase({ document, figures }: InBaseProps) {
  const { t } = useTranslation('billing');
  const { currency, baseCurrency } = document;
  if (currency === baseCurrency) return null;
  return (
    <RecordSection title={t('inBase.title', { currency: baseCurrency })}>
      <Facts
        areFigures
        facts={[
          { label: t('field.fxRate'), value: <bdi dir="ltr">{rateText(document)}</bdi> },
          ...figures.map(({ label, amount }) => ({
            label,
            value: <Amount minor={amount} currency={baseCurrency} />,
          })),
        ]}
      />
    </RecordSection>
  );
}

/** A difference that was realised, by its own name; nothing in a row of figures where there is none. */
export function useExchangeGain() {
  const { t } = useTranslation('billing');
  return (gain: number) =>
    gain === 0 ? [] : [{ label: t(gain > 0 ? 'inBase.gain' : 'inBase.loss'), amount: Math.abs(gain) }];
}

/** The same as a line below what was settled. */
export function ExchangeGain({ gain, baseCurrency }: { gain: number; baseCurrency: string }) {
  const gainOf = useExchangeGain();
  return gainOf(gain).map(({ label, amount }) => (
    <div key={label}>
      {label} <bdi dir="ltr">{amountText(amount, baseCurrency)}</bdi>
    </div>
  ));
}
