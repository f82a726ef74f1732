import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreditNoteBasis } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { numberLocale } from '@daybook/shared/i18n';
import { Amount, amountText } from '@daybook/shared/record/amount';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { ErrorsContext } from '@daybook/shared/form/field';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { useKnownAs } from '../common/known-as.tsx';
import { useCreditedName } from './credited-name.ts';
import type { LineValue } from './live-totals.ts';
import styles from './credit-lines.module.css';

interface CreditLineProps {
  /** Its index in the request; -1 while nothing of it is credited. */
  row: number;
  line: CreditNoteBasis['invoices'][number]['lines'][number];
  currency: string;
  value: LineValue | undefined;
  /** The amount credited; null while it cannot be computed. */
  credited: number | null;
  isExcess: boolean;
  onChange: (typed: Omit<LineValue, 'invoiceLineId'> | null) => void;
}

/** Allowances and charges have only an amount; other lines have a quantity too. */
const isCounted = ({ kind }: CreditLineProps['line']): boolean => kind === 'fee' || kind === 'disbursement';

const parts = ['qty', 'amount', 'invoiceLineId'] as const;

/** A line of an invoice, credited by quantity or by amount. */
export function CreditLine(props: CreditLineProps) {
  const { row, line, currency, value, credited, isExcess, onChange } = props;
  const { t } = useTranslation('billing');
  const description = useCreditedName()(line);
  const { leftAmount, leftQty } = line;
  const errors = useErrors(row, description);
  const beyond = isExcess && errors.length === 0 ? [t('shared:field.CN_EXCEEDS_INVOICE_LINE')] : [];
  const fieldId = (part: string) => (row === -1 ? `${part}_of_${line.id}` : `lines_${row}_${part}`);
  const isWrong = errors.length + beyond.length > 0 || undefined;
  const wrongId = `wrong_of_${line.id}`;
  return (
    <fieldset aria-label={description} className={styles.line}>
      <div className={styles.description}>
        <bdi>{description}</bdi>
        <div className={styles.quiet}>
          {leftQty !== null && (
            <bdi>{t('credit.leftQty', { qty: formatDecimal(leftQty, numberLocale()) })} </bdi>
          )}
          {t('credit.left', { amount: amountText(leftAmount, currency) })}
        </div>
      </div>
      <div>
        {isCounted(line) && (
          <>
            <div className={styles.label}>{t('line.qty')}</div>
            <DecimalInput
              id={fieldId('qty')}
              aria-label={t('credit.qtyOf', { what: description })}
              aria-describedby={isWrong && wrongId}
              value={value?.qty ?? null}
              onChange={(qty) => onChange(qty === null ? null : { qty, amount: null })}
            />
          </>
        )}
      </div>
      <div>
        <div className={styles.label}>{t('line.amount')}</div>
        <MoneyInput
          id={fieldId('amount')}
          aria-label={t('credit.amountOf', { what: description })}
          aria-describedby={isWrong && wrongId}
          currency={currency}
          value={value?.amount ?? null}
          onChange={(amount) => onChange(amount === null ? null : { qty: null, amount })}
        />
      </div>
      <output className={styles.credited} aria-label={t('credit.creditedOf', { what: description })}>
        {credited === null ? '–' : <Amount minor={credited} currency={currency} showCurrency={false} />}
      </output>
      {isWrong && (
        <div id={wrongId} role="alert" className={styles.wrong}>
          {[...errors, ...beyond].join(' ')}
        </div>
      )}
    </fieldset>
  );
}

/** The errors of a line, which the form's error summary labels by its description. */
function useErrors(row: number, description: string): readonly string[] {
  const refused = useContext(ErrorsContext);
  const keyOf = (part: (typeof parts)[number]) => (row === -1 ? null : `lines.${row}.${part}`);
  useKnownAs(keyOf('qty'), description);
  useKnownAs(keyOf('amount'), description);
  useKnownAs(keyOf('invoiceLineId'), description);
  return parts.flatMap((part) => refused[keyOf(part) ?? ''] ?? []);
}
