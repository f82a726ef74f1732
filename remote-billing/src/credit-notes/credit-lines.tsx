import Button from 'antd/es/button';
import { useContext, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreditNoteBasis } from '@daybook/contracts/billing/credit-note-record';
import { Amount, amountText } from '@daybook/shared/ui/amount';
import { DateText } from '@daybook/shared/ui/date-text';
import { DecimalInput } from '@daybook/shared/ui/decimal-input';
import { ErrorsContext } from '@daybook/shared/ui/field';
import { MoneyInput } from '@daybook/shared/ui/money-input';
import type { FieldControl } from '@daybook/shared/ui/typed-input';
import { useKnownAs } from '../common/known-as.tsx';
import { liveTotals, type LineValue } from './live-totals.ts';
import styles from './credit-notes.module.css';

type Invoice = CreditNoteBasis['invoices'][number];
type Line = Invoice['lines'][number];

interface CreditLinesProps extends FieldControl<LineValue[]> {
  basis: CreditNoteBasis;
  currency: string;
  /** The invoice that stands open from the start. */
  first: string | null;
  id?: string;
}

const nothing: LineValue[] = [];
const isOpen = ({ leftAmount }: Line): boolean => leftAmount !== 0;

/** The client's invoices with what is left of their lines: credited by quantity or amount, a line or a whole invoice at once. */
export function CreditLines({ basis, currency, first, id, value = nothing, onChange }: CreditLinesProps) {
  const { t } = useTranslation('billing');
  const refused = useContext(ErrorsContext);
  useKnownAs('lines', t('credit.lines'));
  const chosen = new Set(value.map(({ invoiceLineId }) => invoiceLineId));
  const { type, takeAll } = typing(value, onChange);
  const totals = liveTotals(basis, currency, value);
  return (
    <div id={id} tabIndex={-1} className={styles.wide} onKeyDownCapture={walkOn}>
      {basis.invoices.length === 0 && <p className={styles.quiet}>{t('credit.nothingLeft')}</p>}
      {basis.invoices.map((invoice) => (
        <details
          key={invoice.id}
          className={styles.invoice}
          open={invoice.id === first || invoice.lines.some((line) => chosen.has(line.id)) || undefined}
        >
          <summary>
            <strong>
              <bdi>{invoice.number}</bdi>
            </strong>{' '}
            <DateText date={invoice.issueDate} /> · <Amount minor={invoice.total} currency={currency} />
          </summary>
          <ul className={styles.lines} aria-label={invoice.number}>
            {invoice.lines.filter(isOpen).map((line) => {
              const row = value.findIndex(({ invoiceLineId }) => invoiceLineId === line.id);
              return (
                <CreditLine
                  key={line.id}
                  row={row}
                  line={line}
                  currency={currency}
                  value={value[row]}
                  onChange={(typed) => type(line.id, typed)}
                />
              );
            })}
          </ul>
          <Button size="small" onClick={() => takeAll(invoice)}>
            {t('credit.whole', { number: invoice.number })}
          </Button>
        </details>
      ))}
      {refused['lines']?.map((text) => (
        <p key={text} role="alert" className={styles.wrong}>
          {text}
        </p>
      ))}
      {totals !== null && (
        <p aria-live="polite" className={styles.total}>
          {t('credit.comesTo', {
            net: amountText(totals.net, currency),
            tax: amountText(totals.tax, currency),
            total: amountText(totals.total, currency),
          })}
        </p>
      )}
    </div>
  );
}

/** Enter goes to the same field of the next line, as in the lines of an invoice; it does not save. */
function walkOn(event: KeyboardEvent<HTMLElement>) {
  const { key, ctrlKey, metaKey, target, currentTarget, nativeEvent } = event;
  if (key !== 'Enter' || ctrlKey || metaKey || nativeEvent.isComposing) return;
  if (!(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const lines = [...currentTarget.querySelectorAll('li')];
  const at = lines.findIndex((line) => line.contains(target));
  const field = [...(lines[at]?.querySelectorAll('input') ?? [])].indexOf(target);
  const next = lines[at + 1]?.querySelectorAll('input')[field];
  next?.focus();
  next?.select();
}

/** How a line is typed, and all that is left of an invoice taken. */
const typing = (value: LineValue[], onChange: CreditLinesProps['onChange']) => ({
  type: (invoiceLineId: string, typed: Omit<LineValue, 'invoiceLineId'> | null) => {
    const at = value.findIndex((row) => row.invoiceLineId === invoiceLineId);
    const others = value.filter((row) => row.invoiceLineId !== invoiceLineId);
    if (typed === null) onChange?.(others);
    else onChange?.(others.toSpliced(at === -1 ? others.length : at, 0, { invoiceLineId, ...typed }));
  },
  takeAll: ({ lines }: Invoice) => {
    const own = new Set(lines.map((line) => line.id));
    onChange?.([
      ...value.filter(({ invoiceLineId }) => !own.has(invoiceLineId)),
      ...lines.filter(isOpen).map(wholeOf),
    ]);
  },
});

/** By quantity where there is one, so that the paper says how many. */
const wholeOf = ({ id, leftQty, leftAmount }: Line): LineValue =>
  leftQty === null
    ? { invoiceLineId: id, qty: null, amount: Math.abs(leftAmount) }
    : { invoiceLineId: id, qty: leftQty.replace(/^-/, ''), amount: null };

interface CreditLineProps {
  /** Its place among what is sent; -1 while nothing of it is credited. */
  row: number;
  line: Line;
  currency: string;
  value: LineValue | undefined;
  onChange: (typed: Omit<LineValue, 'invoiceLineId'> | null) => void;
}

function CreditLine({ row, line, currency, value, onChange }: CreditLineProps) {
  const { t } = useTranslation('billing');
  const refused = useContext(ErrorsContext);
  const { description, leftAmount, leftQty } = line;
  useKnownAs(row === -1 ? null : `lines.${row}.amount`, description);
  useKnownAs(row === -1 ? null : `lines.${row}.invoiceLineId`, description);
  const parts = ['amount', 'qty', 'invoiceLineId'] as const;
  const errors = row === -1 ? [] : parts.flatMap((part) => refused[`lines.${row}.${part}`] ?? []);
  const fieldId = (part: string) => (row === -1 ? `${part}_of_${line.id}` : `lines_${row}_${part}`);
  return (
    <li className={styles.line}>
      <div>
        <bdi>{description}</bdi>
        <div className={styles.quiet}>
          {leftQty !== null && <bdi>{t('credit.leftQty', { qty: leftQty })} </bdi>}
          {t('credit.left', { amount: amountText(leftAmount, currency) })}
        </div>
      </div>
      <div>
        <div className={styles.quiet}>{t('line.qty')}</div>
        <DecimalInput
          id={fieldId('qty')}
          aria-label={t('credit.qtyOf', { what: description })}
          value={value?.qty ?? null}
          onChange={(qty) => onChange(qty === null ? null : { qty, amount: null })}
        />
      </div>
      <div>
        <div className={styles.quiet}>{t('line.amount')}</div>
        <MoneyInput
          id={fieldId('amount')}
          aria-label={t('credit.amountOf', { what: description })}
          currency={currency}
          value={value?.amount ?? null}
          onChange={(amount) => onChange(amount === null ? null : { qty: null, amount })}
        />
        {errors.map((text) => (
          <div key={text} role="alert" className={styles.wrong}>
            {text}
          </div>
        ))}
      </div>
    </li>
  );
}
