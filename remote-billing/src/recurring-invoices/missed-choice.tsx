import Checkbox from 'antd/es/checkbox';
import { useTranslation } from 'react-i18next';
import type { Foresight } from '@daybook/contracts/billing/recurring-invoices';
import { amountText } from '@daybook/shared/ui/amount';
import { periodText } from './foreseen-table.tsx';
import styles from './recurring.module.css';

interface ChoiceProps {
  foresight: Foresight;
  value?: string[];
  onChange?: (chosen: string[]) => void;
  id?: string;
}

/** Periods that have passed without an invoice, to be invoiced today; the last first. */
export function MissedChoice({ foresight, value, onChange, id }: ChoiceProps) {
  const { t } = useTranslation('billing');
  const { missed, missedBefore, currency } = foresight;
  return (
    <>
      <Checkbox.Group
        {...(id !== undefined && { id })}
        className={styles.choices ?? ''}
        value={value ?? []}
        onChange={(chosen) => onChange?.(chosen)}
        options={missed.toReversed().map((day) => ({
          value: day.nominal,
          label: `${periodText(day)} · ${amountText(day.payable, currency)}`,
        }))}
      />
      {missedBefore > 0 && (
        <div className={styles.quiet}>{t('recurring.missedBefore', { count: missedBefore })}</div>
      )}
    </>
  );
}
