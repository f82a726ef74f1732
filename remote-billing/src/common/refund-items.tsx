import { useTranslation } from 'react-i18next';
import type { Receipt } from '@daybook/contracts/billing/receipts';
import { Amount } from '@daybook/shared/ui/amount';
import { DateText } from '@daybook/shared/ui/date-text';

/** What went back to the client, in the list of what the money was used for. */
export function RefundItems({ refunds, currency }: { refunds: Receipt['refunds']; currency: string }) {
  const { t } = useTranslation('billing');
  return refunds.map(({ id, date, amount, mode, reference }) => (
    <li key={id}>
      <span>
        {t('refund.by', { mode: t(`mode.${mode}`) })} <DateText date={date} />
        {reference !== null && <bdi> {reference}</bdi>}
      </span>
      <Amount minor={amount} currency={currency} />
    </li>
  ));
}
