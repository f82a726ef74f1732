import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  clientLedgers,
  type ClientLedger,
  type LedgerLine,
} from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import type { InputOf } from '@daybook/contracts/endpoint';
import { useMay } from '@daybook/shared/session';
import { Amount } from '@daybook/shared/record/amount';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { Pager } from '@daybook/shared/list/pager';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { documentAddress } from '../common/addresses.ts';
import styles from '../common/books.module.css';

interface LedgerTableProps {
  input: Omit<InputOf<typeof clientLedgers.open>, 'cursor' | 'pageSize'>;
  cursor: string | null;
  pageSize: number;
  goTo: (cursor: string | null) => void;
  setPageSize: (size: number) => void;
}

/** The lines of a ledger, between its opening and closing balance. */
export function LedgerTable({ input, cursor, pageSize, goTo, setPageSize }: LedgerTableProps) {
  const read = useRead(clientLedgers.open, { ...input, pageSize, ...(cursor !== null && { cursor }) });
  return (
    <ReadView of={read} shape="list">
      {(ledger) => (
        <>
          <Statement ledger={ledger} />
          {(ledger.next !== null || ledger.previous !== null) && (
            <div className={styles.pager}>
              <Pager
                list={{
                  rows: ledger.rows,
                  previous: ledger.previous,
                  next: ledger.next,
                  goTo,
                  isFirst: cursor === null,
                  pageSize,
                  setPageSize,
                }}
              />
            </div>
          )}
        </>
      )}
    </ReadView>
  );
}

function Statement({ ledger }: { ledger: ClientLedger }) {
  const { t } = useTranslation('billing');
  const { currency, from, asOf } = ledger;
  const figure = (amount: number) => (
    <td className={styles.figure}>
      <Amount minor={amount} currency={currency} showCurrency={false} zeroAsDash />
    </td>
  );
  const isFirst = ledger.previous === null;
  const isLast = ledger.next === null;
  return (
    <div>
      {/* Not a caption, because a caption is as wide as the table and would scroll away with it. */}
      <p id="ledger-of" className={styles.caption}>
        <bdi>{ledger.client.label}</bdi> · <bdi>{ledger.entity.label}</bdi> · <bdi>{currency}</bdi> ·{' '}
        <bdi>{t('ledger.asOfDate', { date: dateText(asOf) })}</bdi>
      </p>
      <div className={styles.scroll}>
        <table className={`${styles.table} ${styles.documents}`} aria-labelledby="ledger-of">
          <thead>
            <tr>
              <th scope="col">{t('date')}</th>
              <th scope="col">{t('ledger.document')}</th>
              <th scope="col">{t('field.dueDate')}</th>
              {(['debit', 'credit', 'balance'] as const).map((name) => (
                <th key={name} scope="col" className={styles.figure}>
                  {t(`ledger.${name}`)} ({currency})
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {isFirst && (
              <tr className={styles.edge}>
                <td>{from !== null && <DateText date={from} />}</td>
                <th scope="row" colSpan={4}>
                  {t('ledger.opening')}
                </th>
                {figure(ledger.opening)}
              </tr>
            )}
            {ledger.rows.map((line) => (
              <Line key={`${line.kind} ${line.document.id} ${line.balance}`} line={line} figure={figure} />
            ))}
          </tbody>
          {isLast && (
            <tfoot>
              <tr className={styles.edge}>
                <td>
                  <DateText date={asOf} />
                </td>
                <th scope="row" colSpan={2}>
                  {t('ledger.closing')}
                </th>
                {figure(ledger.debit)}
                {figure(ledger.credit)}
                {figure(ledger.closing)}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </div>
  );
}

export function Line({
  line,
  figure,
  client,
}: {
  line: LedgerLine;
  figure: (amount: number) => ReactNode;
  /** Of a group's ledger: the client of the line. */
  client?: ReactNode;
}) {
  const { t } = useTranslation('billing');
  const mayOpenInvoice = useMay('invoices.view');
  const mayOpenReceipt = useMay('receipts.view');
  const mayOpenCreditNote = useMay('credit_notes.add', 'credit_notes.edit');
  const { date, kind, document, documentKind, dueDate, debit, credit, balance } = line;
  const mayOpen = { invoice: mayOpenInvoice, receipt: mayOpenReceipt, credit_note: mayOpenCreditNote };
  const name = <bdi>{document.label}</bdi>;
  return (
    <tr>
      <td>
        <DateText date={date} />
      </td>
      {client !== undefined && <td>{client}</td>}
      <td>
        {t(`ledgerKind.${kind}`)}{' '}
        {mayOpen[documentKind] ? <Link to={documentAddress(documentKind, document.id)}>{name}</Link> : name}
      </td>
      <td>{dueDate !== null && <DateText date={dueDate} />}</td>
      {figure(debit)}
      {figure(credit)}
      {figure(balance)}
    </tr>
  );
}
