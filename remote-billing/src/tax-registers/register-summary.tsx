import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import type { TaxRegisterTotal } from '@daybook/contracts/receivables/tax-registers/tax-registers';
import { Sums } from '@daybook/shared/list/sums';
import { amountText } from '@daybook/shared/record/amount';
import { dateText, instantDateText } from '@daybook/shared/record/date-text';
import styles from './tax-registers.module.css';

/** The tax of each component, what is left to fall due with payment, whether the register agrees with the ledger, and when the period was exported. */
export function RegisterSummary({ total }: { total: TaxRegisterTotal }) {
  const { t } = useTranslation('billing');
  const { entity, currency, period, comparison, exports } = total;
  const text = (amount: number) => amountText(amount, currency);
  const wrong = comparison.filter(({ difference }) => difference !== 0);
  const open = comparison.filter(({ open: tax }) => tax !== 0);
  const others = comparison.filter(({ others: amount }) => amount !== 0);
  const late = total.sheets.find(({ id }) => id === 'late')?.rows ?? 0;
  return (
    <div className={styles.summary}>
      <Sums
        label={t('taxRegister.summary')}
        sums={[
          {
            currency,
            of: t('taxRegister.of', {
              entity: entity.label,
              from: dateText(period.from),
              to: dateText(period.to),
            }),
            figures: [
              ...comparison.map(
                ({ component, register }) =>
                  [component === '' ? t('taxRegister.inputTax') : component, text(register)] as const,
              ),
              ...open.map(
                ({ component, open: tax }) => [t('taxRegister.open', { component }), text(tax)] as const,
              ),
              ...others.map(
                ({ component, others: amount }) =>
                  [t('taxRegister.others', { component }), text(amount)] as const,
              ),
            ],
          },
        ]}
      />
      {wrong.map(({ component, difference }) => (
        <Alert
          key={component}
          type="error"
          showIcon
          title={t('taxRegister.difference', { component, amount: text(difference) })}
        />
      ))}
      {exports[0] !== undefined && (
        <Alert
          type={late > 0 ? 'warning' : 'info'}
          showIcon
          title={t('taxRegister.exported', {
            from: dateText(exports[0].from),
            to: dateText(exports[0].to),
            on: instantDateText(exports[0].at),
            by: exports[0].by ?? '–',
          })}
          {...(late > 0 && { description: t('taxRegister.late', { count: late }) })}
        />
      )}
    </div>
  );
}
