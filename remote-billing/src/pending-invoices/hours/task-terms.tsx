import Alert from 'antd/es/alert';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { unbilledHours, type UnbilledTask } from '@daybook/contracts/billing/pending/unbilled-hours';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { ReadView } from '@daybook/shared/read/read-view';
import { useFreshRead } from '@daybook/shared/read/use-read';
import { amountText } from '@daybook/shared/record/amount';
import { dateText } from '@daybook/shared/record/date-text';
import { HoursTable } from './hours-table.tsx';
import styles from './unbilled-hours.module.css';

export interface Terms {
  /** The amount that a person entered; null for the proposed one. Text if it could not be parsed. */
  amount: number | string | null;
  reason: string;
}

interface TaskTermsProps {
  task: UnbilledTask;
  period: { from: string; to: string };
  terms: Terms;
  onChange: (terms: Terms) => void;
}

/** The hours of one task in the period, the amount to bill, and the reason for another amount. */
export function TaskTerms({ task, period, terms, onChange }: TaskTermsProps) {
  const { t } = useTranslation('billing');
  const read = useFreshRead(unbilledHours.open, { id: task.id, ...period });
  const { currency } = task;
  return (
    <ReadView of={read}>
      {({ entries, withoutTime, value, proposed, limitLeft }) => (
        <>
          <HoursTable entries={entries} currency={currency} />
          {withoutTime.map(({ person, weekOn }) => (
            <Alert
              key={`${person.id} ${weekOn}`}
              type="warning"
              showIcon
              title={t('unbilledHours.withoutTime', { person: person.label, day: dateText(weekOn) })}
            />
          ))}
          <div className={styles.terms}>
            <div>
              <label htmlFor="hours-amount">{t('unbilledHours.amount')}</label>
              <MoneyInput
                id="hours-amount"
                currency={currency}
                value={terms.amount ?? proposed}
                onChange={(amount) => onChange({ ...terms, amount })}
              />
              <p className={styles.hint}>
                {t('unbilledHours.amountHint', { value: amountText(value, currency) })}
                {limitLeft !== null && (
                  <> · {t('unbilledHours.limitLeft', { amount: amountText(limitLeft, currency) })}</>
                )}
              </p>
            </div>
            <div>
              <label htmlFor="hours-reason">{t('reason')}</label>
              <Input
                id="hours-reason"
                maxLength={500}
                value={terms.reason}
                onChange={(event) => onChange({ ...terms, reason: event.target.value })}
              />
              <p className={styles.hint}>{t('unbilledHours.reasonHint')}</p>
            </div>
          </div>
        </>
      )}
    </ReadView>
  );
}
