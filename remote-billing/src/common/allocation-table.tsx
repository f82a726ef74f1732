import { negate } from '@daybook/contracts/money/money';
import Checkbox from 'antd/es/checkbox';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettlementSource } from '@daybook/contracts/money/settlement';
import { Amount, amountText } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { ErrorsContext } from '@daybook/shared/form/field';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { fieldText } from '@daybook/shared/read/refusal-text';
import type { FieldControl } from '@daybook/shared/inputs/typed-input';
import { useKnownAs } from './known-as.tsx';
import { check, restToWriteOff, type AllocationValue, type OpenInvoice } from './proposal.ts';
import styles from './allocation-table.module.css';

interface AllocationTableProps extends FieldControl<AllocationValue[]> {
  source: SettlementSource;
  invoices: readonly OpenInvoice[];
  id?: string;
}

const nothing: AllocationValue[] = [];

/** Allocates money to invoices. What is left over stays with the client as an advance. The value contains only rows with an amount. */
export function AllocationTable({ source, invoices, id, value = nothing, onChange }: AllocationTableProps) {
  const { t } = useTranslation('billing');
  const { currency } = source;
  const { allocated, advance, refusals } = check(source, invoices, value);
  const refused = useContext(ErrorsContext);
  useKnownAs('allocations', t('allocation.title'));
  const textsAt = (row: number): readonly string[] => {
    const live = refusals.filter((one) => one.row === row).map(({ code }) => fieldText({ code }));
    return [...new Set([...live, ...(refused[`allocations.${row}.amount`] ?? [])])];
  };
  const type = (invoice: OpenInvoice, amount: number | string | null, isRemainderTicked: boolean) => {
    const others = value.filter(({ invoiceId }) => invoiceId !== invoice.id);
    const at = value.findIndex(({ invoiceId }) => invoiceId === invoice.id);
    const writeOffRemainder = isRemainderTicked && restToWriteOff(invoice, amount) !== null;
    if (amount === null || amount === 0) return onChange?.(others);
    const row = { invoiceId: invoice.id, amount, ...(writeOffRemainder && { writeOffRemainder }) };
    onChange?.(others.toSpliced(at === -1 ? others.length : at, 0, row));
  };
  return (
    <div className={styles.allocations}>
      {invoices.length === 0 ? (
        <p className={styles.quiet}>{t('allocation.none')}</p>
      ) : (
        <ul id={id} tabIndex={-1} className={styles.open} aria-label={t('allocation.title')}>
          {invoices.map((invoice) => {
            const row = value.findIndex(({ invoiceId }) => invoiceId === invoice.id);
            return (
              <AllocationRow
                key={invoice.id}
                row={row}
                invoice={invoice}
                currency={currency}
                amount={value[row]?.amount ?? null}
                errors={row === -1 ? [] : textsAt(row)}
                isRemainderTicked={value[row]?.writeOffRemainder ?? false}
                onChange={(amount, isRemainderTicked) => type(invoice, amount, isRemainderTicked)}
              />
            );
          })}
        </ul>
      )}
      {refused['allocations']?.map((text) => (
        <p key={text} role="alert" className={styles.wrong}>
          {text}
        </p>
      ))}
      <p className={advance < 0 ? styles.wrong : styles.rest} aria-live="polite">
        {advance < 0
          ? t('allocation.tooMuch', { amount: amountText(negate(advance), currency) })
          : t('allocation.rest', {
              allocated: amountText(allocated, currency),
              rest: amountText(advance, currency),
            })}
      </p>
    </div>
  );
}

interface AllocationRowProps {
  /** Its index in the request; -1 while nothing is allocated to it. */
  row: number;
  invoice: OpenInvoice;
  currency: string;
  amount: number | string | null;
  errors: readonly string[];
  isRemainderTicked: boolean;
  onChange: (amount: number | string | null, isRemainderTicked: boolean) => void;
}

function AllocationRow({
  row,
  invoice,
  currency,
  amount,
  errors,
  isRemainderTicked,
  onChange,
}: AllocationRowProps) {
  const { t } = useTranslation('billing');
  const rest = restToWriteOff(invoice, amount);
  const label = t('allocation.of', { number: invoice.number });
  const id = row === -1 ? `allocations_of_${invoice.id}` : `allocations_${row}_amount`;
  useKnownAs(row === -1 ? null : `allocations.${row}.amount`, label);
  return (
    <li className={styles.invoice}>
      <div>
        <strong>
          <bdi>{invoice.number}</bdi>
        </strong>
        {invoice.client && (
          <div>
            <bdi>{invoice.client.label}</bdi>
          </div>
        )}
        <div className={styles.quiet}>
          {t('allocation.due')} <DateText date={invoice.dueDate} />
        </div>
      </div>
      <div className={styles.owed}>
        <span className={styles.quiet}>{t('field.outstanding')}</span>{' '}
        <Amount minor={invoice.outstanding} currency={currency} />
      </div>
      <div>
        <MoneyInput
          id={id}
          aria-label={label}
          currency={currency}
          value={amount}
          onChange={(typed) => onChange(typed, isRemainderTicked)}
        />
        {rest !== null && (
          <Checkbox checked={isRemainderTicked} onChange={({ target }) => onChange(amount, target.checked)}>
            {t('allocation.writeOffRemainder', { amount: amountText(rest, currency) })}
          </Checkbox>
        )}
        {errors.map((text) => (
          <div key={text} role="alert" className={styles.wrong}>
            {text}
          </div>
        ))}
      </div>
    </li>
  );
}
