import Button from 'antd/es/button';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreditNoteBasis } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import type { CreditNoteTotals } from '@daybook/contracts/billing/credit-notes/credit-note-totals';
import { magnitude } from '@daybook/contracts/money/money';
import { Amount, amountText } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { ErrorsContext } from '@daybook/shared/form/field';
import { BesideButtons } from '@daybook/shared/form/form-footer';
import type { FieldControl } from '@daybook/shared/inputs/typed-input';
import { useKnownAs } from '../common/known-as.tsx';
import { TotalsView } from '../common/totals-view.tsx';
import { CreditLine } from './credit-line.tsx';
import { excessRows, liveTotals, type LineValue } from './live-totals.ts';
import { walkLines } from './walk-lines.ts';
import styles from './credit-lines.module.css';

type Invoice = CreditNoteBasis['invoices'][number];
type Line = Invoice['lines'][number];

interface CreditLinesProps extends FieldControl<LineValue[]> {
  basis: CreditNoteBasis;
  currency: string;
  /** The invoice that is open from the start. */
  first: string | null;
  id?: string;
}

const nothing: LineValue[] = [];
const isOpen = ({ leftAmount }: Line): boolean => leftAmount !== 0;

const rowIn = (value: readonly LineValue[], { id }: Line): number =>
  value.findIndex(({ invoiceLineId }) => invoiceLineId === id);

const holdsAny = (value: readonly LineValue[], { lines }: Invoice): boolean =>
  lines.some((line) => rowIn(value, line) >= 0);

/** The client's invoices with the uncredited part of their lines. A grid for the keyboard: credits a line, or a whole invoice at once. */
export function CreditLines({ basis, currency, first, id, value = nothing, onChange }: CreditLinesProps) {
  const { t } = useTranslation('billing');
  const refused = useContext(ErrorsContext);
  useKnownAs('lines', t('credit.lines'));
  const { type, takeAll } = typing(value, onChange);
  const totals = liveTotals(basis, currency, value);
  const excess = totals === null ? [] : excessRows(basis, value, totals);
  const isAlone = basis.invoices.length === 1;
  // An invoice stays open after it was opened, even if its last figure is removed.
  const [opened, setOpened] = useState<Record<string, boolean>>({});
  return (
    <div id={id} tabIndex={-1} className={styles.lines} onKeyDownCapture={walkLines}>
      {basis.invoices.length === 0 && <p className={styles.quiet}>{t('credit.nothingLeft')}</p>}
      {basis.invoices.map((invoice) => (
        <details
          key={invoice.id}
          className={styles.invoice}
          open={opened[invoice.id] ?? (isAlone || invoice.id === first || holdsAny(value, invoice))}
          onToggle={({ currentTarget: { open } }) =>
            setOpened((before) => ({ ...before, [invoice.id]: open }))
          }
        >
          <summary>
            <strong>
              <bdi>{invoice.number}</bdi>
            </strong>{' '}
            <DateText date={invoice.issueDate} /> · <Amount minor={invoice.total} currency={currency} />
          </summary>
          <section aria-label={invoice.number}>
            <Heads currency={currency} />
            {invoice.lines.filter(isOpen).map((line) => {
              const row = rowIn(value, line);
              return (
                <CreditLine
                  key={line.id}
                  row={row}
                  line={line}
                  currency={currency}
                  value={value[row]}
                  credited={totals?.lines[row]?.amount ?? null}
                  isExcess={excess.includes(row)}
                  onChange={(typed) => type(line.id, typed)}
                />
              );
            })}
          </section>
          <Button size="small" onClick={() => takeAll(invoice)}>
            {t('credit.whole', { number: invoice.number })}
          </Button>
        </details>
      ))}
      {basis.invoices.length > 0 && <span className={styles.keys}>{t('credit.keys')}</span>}
      {refused['lines']?.map((text) => (
        <p key={text} role="alert" className={styles.wrong}>
          {text}
        </p>
      ))}
      {totals !== null && <LiveTotals totals={totals} currency={currency} />}
    </div>
  );
}

function Heads({ currency }: { currency: string }) {
  const { t } = useTranslation('billing');
  return (
    <div className={styles.heads} aria-hidden="true">
      <span>{t('line.description')}</span>
      <span className={styles.end}>{t('line.qty')}</span>
      <span className={styles.end}>{t('line.amount')}</span>
      <span className={styles.end}>
        {t('credit.credited')} ({currency})
      </span>
    </div>
  );
}

/** The totals while the person types: net and tax by rate below the lines, and the sum beside the buttons. */
function LiveTotals({ totals, currency }: { totals: CreditNoteTotals; currency: string }) {
  const { t } = useTranslation('billing');
  const taxGroups = totals.groups.map(({ base, ratePct, ...group }) => ({
    ...group,
    rate: ratePct,
    net: base,
  }));
  return (
    <section className={styles.totals} aria-label={t('totals.title')} aria-live="polite">
      <TotalsView currency={currency} totals={{ ...totals, taxGroups }} />
      <BesideButtons>
        <strong aria-hidden>
          {t('credit.credited')} {amountText(totals.total, currency)}
        </strong>
      </BesideButtons>
    </section>
  );
}

/** Edits one line, or credits all that is left of an invoice. */
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

/** By quantity if the line has one, so that the document shows how many. */
const wholeOf = ({ id, leftQty, leftAmount }: Line): LineValue =>
  leftQty === null
    ? { invoiceLineId: id, qty: null, amount: magnitude(leftAmount) }
    : { invoiceLineId: id, qty: leftQty.replace(/^-/, ''), amount: null };
