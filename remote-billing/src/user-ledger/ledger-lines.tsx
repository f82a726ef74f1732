import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type {
  ownLedger,
  StaffBalances,
  UserLedger,
  UserLedgerLine,
  userLedgers,
} from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import type { InputOf } from '@daybook/contracts/endpoint';
import { Pager } from '@daybook/shared/list/pager';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { useMay } from '@daybook/shared/session';
import { expenseAddress, receiptAddress, staffVoucherAddress } from '../common/addresses.ts';
import type { useLedgerQuery } from './use-ledger-query.ts';
import books from '../common/books.module.css';

interface LinesProps {
  endpoint: typeof userLedgers.lines | typeof ownLedger.lines;
  input: Omit<InputOf<typeof userLedgers.lines>, 'cursor' | 'pageSize' | 'personId'> & { personId?: string };
  page: ReturnType<typeof useLedgerQuery>;
}

/** The lines of a person's ledger, between its opening and closing balance. */
export function LedgerLines({ endpoint, input, page }: LinesProps) {
  const { query, change, pageSize } = page;
  const { cursor } = query;
  const read = useRead<typeof userLedgers.lines>(endpoint as typeof userLedgers.lines, {
    ...(input as InputOf<typeof userLedgers.lines>),
    pageSize,
    ...(cursor !== null && { cursor }),
  });
  return (
    <ReadView of={read} shape="list">
      {(ledger) => (
        <>
          <LinesTable ledger={ledger} />
          <Pager
            list={{
              ...ledger,
              goTo: (to) => change({ cursor: to }),
              isFirst: cursor === null,
              pageSize,
              setPageSize: (size) => change({ pageSize: String(size) }),
            }}
          />
        </>
      )}
    </ReadView>
  );
}

function Edge({ date, word, balance, moved, currency }: EdgeProps) {
  const figure = (amount: number | null) => (
    <td className={books.figure}>
      {amount !== null && <Amount minor={amount} currency={currency} showCurrency={false} zeroAsDash />}
    </td>
  );
  return (
    <tr className={books.edge}>
      <td>{date !== null && <DateText date={date} />}</td>
      <th scope="row" colSpan={3}>
        {word}
      </th>
      {figure(moved?.debit ?? null)}
      {figure(moved?.credit ?? null)}
      {figure(balance.net)}
    </tr>
  );
}

interface EdgeProps {
  date: string | null;
  word: string;
  balance: StaffBalances;
  moved?: { debit: number; credit: number };
  currency: string;
}

function LinesTable({ ledger }: { ledger: UserLedger }) {
  const { t } = useTranslation('billing');
  const { person, entity, currency, from, asOf, opening, closing } = ledger;
  const figures = ['debit', 'credit', 'balance'] as const;
  return (
    <div>
      {/* Not a caption, because a caption is as wide as the table and would scroll away with it. */}
      <p id="user-ledger-of" className={books.caption}>
        <bdi>{person.label}</bdi> · <bdi>{entity.label}</bdi> · <bdi>{currency}</bdi> ·{' '}
        <bdi>{t('ledger.asOfDate', { date: dateText(asOf) })}</bdi>
      </p>
      <div className={books.scroll}>
        <table className={books.table} aria-labelledby="user-ledger-of">
          <thead>
            <tr>
              <th scope="col">{t('date')}</th>
              <th scope="col">{t('ledger.document')}</th>
              <th scope="col">{t('userLedger.account')}</th>
              <th scope="col">{t('userLedger.text')}</th>
              {figures.map((name) => (
                <th key={name} scope="col" className={books.figure}>
                  {t(`ledger.${name}`)} ({currency})
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ledger.previous === null && (
              <Edge date={from} word={t('ledger.opening')} balance={opening} currency={currency} />
            )}
            {ledger.rows.map((line) => (
              <Line
                key={`${line.document?.id} ${line.kind} ${line.account} ${line.balance}`}
                line={line}
                currency={currency}
              />
            ))}
          </tbody>
          {ledger.next === null && (
            <tfoot>
              <Edge
                date={asOf}
                word={t('ledger.closing')}
                balance={closing}
                moved={ledger}
                currency={currency}
              />
            </tfoot>
          )}
        </table>
      </div>
    </div>
  );
}

const addresses = { expense: expenseAddress, receipt: receiptAddress, staff_voucher: staffVoucherAddress };

function Line({ line, currency }: { line: UserLedgerLine; currency: string }) {
  const { t } = useTranslation('billing');
  const mayOpen = {
    expense: useMay('expenses.add', 'expenses.edit', 'expenses.delete'),
    receipt: useMay('receipts.view'),
    staff_voucher: true,
  };
  const { date, kind, account, document, text } = line;
  return (
    <tr>
      <td>
        <DateText date={date} />
      </td>
      <td>
        {t(`userLedger.kind.${kind}`)}{' '}
        {document !== null &&
          (mayOpen[document.kind] ? (
            <Link to={addresses[document.kind](document.id)}>
              <bdi>{document.number}</bdi>
            </Link>
          ) : (
            <bdi>{document.number}</bdi>
          ))}
      </td>
      <td>{t(`account.${account}`)}</td>
      <td>
        <bdi>{text}</bdi>
      </td>
      {(['debit', 'credit', 'balance'] as const).map((name) => (
        <td key={name} className={books.figure}>
          <Amount minor={line[name]} currency={currency} showCurrency={false} zeroAsDash />
        </td>
      ))}
    </tr>
  );
}
