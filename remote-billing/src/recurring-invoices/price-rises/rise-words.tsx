import { useTranslation } from 'react-i18next';
import type {
  PriceRiseRow,
  RiseItemStatus,
  RiseStatus,
} from '@daybook/contracts/crm/price-rises/price-rises';
import { numberLocale } from '@daybook/shared/i18n';
import { amountText } from '@daybook/shared/record/amount';
import { dateText } from '@daybook/shared/record/date-text';
import type { Tone } from '@daybook/shared/record/status-tag';

export const riseTones: Record<RiseStatus, Tone> = {
  draft: 'draft',
  running: 'info',
  applied: 'done',
  undone: 'waiting',
};

export const itemTones: Record<RiseItemStatus, Tone> = {
  planned: 'draft',
  leftOut: 'waiting',
  waiting: 'info',
  done: 'done',
  refused: 'overdue',
  undone: 'waiting',
};

/** Hundredths of a per cent in the reader's format. */
export const percentText = (percentBp: number): string =>
  new Intl.NumberFormat(numberLocale(), { style: 'percent', maximumFractionDigits: 2 }).format(
    percentBp / 10_000,
  );

/** By how much a rise raises each price. */
export function byText({ percentBp, amount, currency }: PriceRiseRow): string {
  if (amount === null || currency === null) return percentText(percentBp ?? 0);
  return amountText(amount, currency);
}

export function useRiseTitle() {
  const { t } = useTranslation('billing');
  return (rise: PriceRiseRow): string => t('rise.one', { by: byText(rise), from: dateText(rise.from) });
}
