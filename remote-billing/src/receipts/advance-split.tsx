import { useTranslation } from 'react-i18next';
import type { HeldAdvance } from '@daybook/contracts/billing/receipts/advances';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { numberLocale } from '@daybook/shared/i18n';
import { Amount } from '@daybook/shared/record/amount';
import { Facts } from '@daybook/shared/record/record-screen';

interface AdvanceSplitProps {
  held: HeldAdvance['left'];
  ratePct: string;
  currency: string;
}

/** The parts of an advance: its value, and the included tax by component. */
export function AdvanceSplit({ held, ratePct, currency }: AdvanceSplitProps) {
  const { t } = useTranslation('billing');
  const rate = formatDecimal(ratePct, numberLocale());
  const money = (label: string, amount: number) => ({
    label,
    value: <Amount minor={amount} currency={currency} zeroAsDash />,
  });
  return (
    <Facts
      areFigures
      facts={[
        money(t('advance.gross'), held.gross),
        money(t('advance.net', { rate }), held.net),
        ...held.components.map(({ name, tax }) => money(name, tax)),
      ]}
    />
  );
}
