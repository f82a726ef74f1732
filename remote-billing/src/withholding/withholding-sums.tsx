import { useTranslation } from 'react-i18next';
import type { WithholdingTotal } from '@daybook/contracts/receivables/withholding/withholding-entries';
import { Sums } from '@daybook/shared/list/sums';
import { Amount } from '@daybook/shared/record/amount';
import common from '../common/common.module.css';

/** What was withheld, what of it is certified, and what awaits a certificate, by currency. */
export function WithholdingSums({ total }: { total: WithholdingTotal | undefined }) {
  const { t } = useTranslation('billing');
  if (total === undefined) return null;
  const sums = total.sums.map(({ currency, amount, certified, writtenOff, open }) => ({
    currency,
    sum: (
      <dl className={common.sum}>
        {(
          [
            [t('receipt.withheld'), amount],
            [t('withholding.certified'), certified],
            [t('status.written_off'), writtenOff],
            [t('withholding.awaited'), open],
          ] as const
        ).map(([label, minor]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Amount minor={minor} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    ),
  }));
  return <Sums label={t('listSum.title')} sums={sums} />;
}
