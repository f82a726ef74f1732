import { useTranslation } from 'react-i18next';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { numberLocale } from '@daybook/shared/i18n';
import { Amount, amountText } from '@daybook/shared/record/amount';
import { Facts, RecordSection } from '@daybook/shared/record/record-screen';

export interface Rated {
  currency: string;
  baseCurrency: string;
  /** Null while a draft has no rate yet. */
  fxRate: string | null;
}

export const rateText = ({ currency, baseCurrency, fxRate }: Rated): string =>
  fxRate === null ? '–' : `1 ${currency} = ${formatDecimal(fxRate, numberLocale())} ${baseCurrency}`;

interface InBaseProps {
  document: Rated;
  /** Empty for a draft. */
  figures: readonly { label: string; amount: number }[];
}

/** The rate of a document in another currency, and its figures in the base currency. */
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

/** A realised exchange gain or loss, labelled accordingly; an empty list if there is none. */
export function useExchangeGain() {
  const { t } = useTranslation('billing');
  return (gain: number) =>
    gain === 0 ? [] : [{ label: t(gain > 0 ? 'inBase.gain' : 'inBase.loss'), amount: Math.abs(gain) }];
}

/** The same gain or loss as a line below a settlement. */
export function ExchangeGain({ gain, baseCurrency }: { gain: number; baseCurrency: string }) {
  const gainOf = useExchangeGain();
  return gainOf(gain).map(({ label, amount }) => (
    <div key={label}>
      {label} <bdi dir="ltr">{amountText(amount, baseCurrency)}</bdi>
    </div>
  ));
}
