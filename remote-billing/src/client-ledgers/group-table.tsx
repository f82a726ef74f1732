import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { groupLedgers, type GroupLedger } from '@daybook/contracts/billing/client-ledgers/group-ledgers';
import type { Reference } from '@daybook/contracts/fields';
import type { InputOf } from '@daybook/contracts/endpoint';
import { Pager } from '@daybook/shared/list/pager';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { ledgerAddress } from '../common/addresses.ts';
import { Line } from './ledger-table.tsx';
import styles from '../common/books.module.css';

interface GroupTableProps {
  input: Omit<InputOf<typeof groupLedgers.open>, 'cursor' | 'pageSize'>;
  cursor: string | null;
  pageSize: number;
  goTo: (cursor: string | null) => void;
  setPageSize: (size: number) => void;
}

/** The lines of a group's clients, between opening and closing balance. */
export function GroupTable({ input, cursor, pageSize, goTo, setPageSize }: GroupTableProps) {
  const read = useRead(groupLedgers.open, { ...input, pageSize, ...(cursor !== null && { cursor }) });
  return (
    <ReadView of={read} shape="list">
      {(ledger) => (
        <>
          <Lines ledger={ledger} isEach={input.order === 'each'} />
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

/** A row with a name across the columns of the documents, and figures. */
interface EdgeProps {
  label: string;
  date: string | null;
  figures: readonly React.ReactNode[];
}

function Edge({ label, date, figures }: EdgeProps) {
  return (
    <tr className={styles.edge}>
      <td>{date !== null && <DateText date={date} />}</td>
      <th scope="row" colSpan={6 - figures.length}>
        {label}
      </th>
      {figures}
    </tr>
  );
}

function Heads({ currency }: { currency: string }) {
  const { t } = useTranslation('billing');
  return (
    <thead>
      <tr>
        <th scope="col">{t('date')}</th>
        <th scope="col">{t('field.client')}</th>
        <th scope="col">{t('ledger.document')}</th>
        <th scope="col">{t('field.dueDate')}</th>
        {(['debit', 'credit', 'balance'] as const).map((name) => (
          <th key={name} scope="col" className={styles.figure}>
            {t(`ledger.${name}`)} ({currency})
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Lines({ ledger, isEach }: { ledger: GroupLedger; isEach: boolean }) {
  const { t } = useTranslation('billing');
  const { currency, from, asOf, members } = ledger;
  const figure = (amount: number, key?: string) => (
    <td key={key} className={styles.figure}>
      <Amount minor={amount} currency={currency} showCurrency={false} zeroAsDash />
    </td>
  );
  const ofClient = ({ id, label }: Reference) => (
    <Link
      to={ledgerAddress({
        clientId: id,
        entityId: ledger.entity.id,
        currency,
        asOf,
        ...(from !== null && { from }),
      })}
    >
      <bdi>{label}</bdi>
    </Link>
  );
  const openingOf = (client: Reference) => ledger.clients.find((one) => one.client.id === client.id);
  const begins = (index: number) =>
    isEach && ledger.rows[index - 1]?.client.id !== ledger.rows[index]?.client.id;
  return (
    <div>
      {/* Not a caption, because a caption is as wide as the table and would scroll away with it. */}
      <p id="ledger-of" className={styles.caption}>
        <bdi>{ledger.group.label}</bdi> · <bdi>{ledger.entity.label}</bdi> · <bdi>{currency}</bdi> ·{' '}
        <bdi>{t('ledger.asOfDate', { date: dateText(asOf) })}</bdi> ·{' '}
        <bdi>{t('ledger.members', { shown: members.shown, count: members.of })}</bdi>
      </p>
      <div className={styles.scroll}>
        <table className={`${styles.table} ${styles.documents}`} aria-labelledby="ledger-of">
          <Heads currency={currency} />
          <tbody>
            {ledger.previous === null && !isEach && (
              <Edge label={t('ledger.opening')} date={from} figures={[figure(ledger.opening, 'opening')]} />
            )}
            {ledger.rows.map((line, index) => (
              <Fragment key={`${line.client.id} ${line.kind} ${line.document.id} ${line.balance}`}>
                {begins(index) && (
                  <Edge
                    label={t('ledger.openingOf', { client: line.client.label })}
                    date={from}
                    figures={[figure(openingOf(line.client)?.opening ?? 0, 'opening')]}
                  />
                )}
                <Line line={line} figure={figure} client={ofClient(line.client)} />
              </Fragment>
            ))}
          </tbody>
          {ledger.next === null && (
            <tfoot>
              <Edge
                label={t('ledger.closing')}
                date={asOf}
                figures={(['debit', 'credit', 'closing'] as const).map((name) => figure(ledger[name], name))}
              />
            </tfoot>
          )}
        </table>
      </div>
    </div>
  );
}
