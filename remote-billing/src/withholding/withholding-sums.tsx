import { useTranslation } from 'react-i18next';
import type { WithholdingTotal } from '@daybook/contracts/receivables/withholding/withholding-entries';
import { FigureSums } from '../common/figure-sums.tsx';

/** What was withheld, what of it is certified, and what awaits a certificate, by currency. */
export function WithholdingSums({ total }: { total: WithholdingTotal | undefined }) {
  const { t } = useTranslation('billing');
  return (
    <FigureSums
      sums={total?.sums.map(({ currency, amount, certified, writtenOff, open }) => ({
        currency,
        figures: [
          [t('receipt.withheld'), amount],
          [t('withholding.certified'), certified],
          [t('status.written_off'), writtenOff],
          [t('withholding.awaited'), open],
        ],
      }))}
    />
  );
}
