import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import type { Credit } from '@daybook/contracts/billing/documents/credit-limit';
import { sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { amountText } from '@daybook/shared/record/amount';

/** Warns that a document of this total exceeds the client's credit limit. The figures only for people who may see amounts. */
export function CreditWarning({ credit, total }: { credit: Credit; total: Minor }) {
  const { t } = useTranslation('billing');
  const { currency, figures, rule } = credit;
  const text = (amount: Minor) => amountText(amount, currency);
  const others = figures?.others.map((one) => amountText(one.balance, one.currency)).join(', ') ?? '';
  return (
    <Alert
      type={rule === 'block' ? 'error' : 'warning'}
      showIcon
      title={t(rule === 'block' ? 'creditLimit.blocked' : 'creditLimit.exceeded')}
      {...(figures !== null && {
        description: (
          <>
            <div>
              {t('creditLimit.figures', {
                limit: text(figures.limit),
                balance: text(figures.balance),
                after: text(sum([figures.balance, total])),
              })}
            </div>
            {others !== '' && <div>{t('creditLimit.others', { amounts: others })}</div>}
          </>
        ),
      })}
    />
  );
}
