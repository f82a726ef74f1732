import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { advancesOf } from '@daybook/contracts/billing/invoices/prepaid';
import type { AdvanceInput, OpenAdvance } from '@daybook/contracts/billing/invoices/prepaid';
import { NOTHING, minor } from '@daybook/contracts/money/money';
import { fieldText } from '@daybook/shared/read/refusal-text';
import { amountText } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import type { FieldControl } from '@daybook/shared/inputs/typed-input';
import type { DraftValues } from './draft-values.ts';
import { useDraft } from './use-draft.tsx';
import styles from './prepaid-input.module.css';

type Typed = number | string | null;

const sumOf = (amounts: readonly { amount: Typed }[]): number =>
  amounts.reduce((all, { amount }) => all + (typeof amount === 'number' ? amount : 0), 0);

/**
 * The prepaid amount, either typed as one amount, which is taken from the oldest receipts, or typed receipt by receipt. The value
 * of this field is the amount; the receipts are in `advances`.
 */
export function PrepaidInput({ value, onChange, ...field }: FieldControl<Typed> & { id?: string }) {
  const { t } = useTranslation('billing');
  const { basis, currency } = useDraft();
  const form = Form.useFormInstance<DraftValues>();
  const named = Form.useWatch<AdvanceInput[] | undefined>('advances', { form, preserve: true }) ?? [];
  const held = (basis?.advances ?? []).filter((one) => one.currency === currency);
  const prepaid = typeof value === 'number' ? minor(value) : NOTHING;
  // The field of an unreadable amount reports it.
  const isRead = named.every(({ amount }) => typeof amount === 'number');
  const planned = isRead ? advancesOf({ currency, prepaid, advances: named }, held) : [];
  const rows = named.length > 0 ? named : (planned ?? []);
  const typeAll = (amount: Typed) => {
    form.setFieldValue('advances', []);
    onChange?.(amount);
  };
  const typeOne = (receiptId: string, amount: Typed) => {
    // Read from the form, because watched values arrive one render late.
    const before = (form.getFieldValue('advances') ?? []) as AdvanceInput[];
    const others = (before.length > 0 ? before : rows).filter((row) => row.receiptId !== receiptId);
    const next = amount === null || amount === 0 ? others : [...others, { receiptId, amount }];
    form.setFieldValue('advances', next);
    onChange?.(sumOf(next) || null);
  };
  return (
    <div className={styles.prepaid}>
      <MoneyInput {...field} value={value === 0 ? null : value} onChange={typeAll} currency={currency} />
      {planned === null && prepaid > 0 && basis !== undefined && (
        <p role="alert" className={styles.wrong}>
          {fieldText({ code: 'PREPAID_NOT_HELD' })}
        </p>
      )}
      {held.length > 0 && (
        <ul className={styles.held} aria-label={t('prepaid.held')}>
          {held.map((advance) => (
            <Held
              key={advance.receiptId}
              advance={advance}
              amount={rows.find(({ receiptId }) => receiptId === advance.receiptId)?.amount ?? null}
              onChange={(amount) => typeOne(advance.receiptId, amount)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface HeldProps {
  advance: OpenAdvance;
  amount: Typed;
  onChange: (amount: Typed) => void;
}

function Held({ advance: { number, date, available, currency }, amount, onChange }: HeldProps) {
  const { t } = useTranslation('billing');
  return (
    <li>
      <span>
        <bdi>{number}</bdi> · <DateText date={date} /> ·{' '}
        {t('prepaid.left', { amount: amountText(available, currency) })}
      </span>
      <MoneyInput
        aria-label={t('prepaid.of', { number })}
        value={amount}
        onChange={onChange}
        currency={currency}
      />
    </li>
  );
}
