import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { recordPath } from '@daybook/contracts/entities';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { Can } from '@daybook/shared/record/can';
import { DateText } from '@daybook/shared/record/date-text';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { listOfClient } from '../addresses.ts';
import styles from '../crm.module.css';
import { ListOfClient, shownRows } from './list-of-client.tsx';

interface OfClient {
  clientId: string;
}

/** The documents of a client, each kind only for those who may see it. */
export default function ClientBilling({ clientId }: OfClient) {
  return (
    <>
      <Can do="pending_invoices">
        <PendingItems clientId={clientId} />
      </Can>
      <Can do="invoices.view">
        <Invoices clientId={clientId} />
        <Proformas clientId={clientId} />
      </Can>
      <Can do="receipts.view">
        <Receipts clientId={clientId} />
        <WaitingCheques clientId={clientId} />
      </Can>
      <Can do={['credit_notes.add', 'credit_notes.edit']}>
        <CreditNotes clientId={clientId} />
      </Can>
    </>
  );
}

interface DocumentProps {
  kind: 'invoice' | 'proforma' | 'receipt' | 'credit_note';
  id: string;
  number: string;
  date: string;
}

function DocumentLink({ kind, id, number, date }: DocumentProps) {
  const { t } = useTranslation('crm');
  return (
    <>
      <Link to={recordPath(kind, id)}>
        <bdi>{number || t('recent.draft')}</bdi>
      </Link>{' '}
      <DateText date={date} />
    </>
  );
}

type Minor = ComponentProps<typeof Amount>['minor'];

interface SumProps {
  minor: Minor;
  /** What is left of it; shown if that is not all. */
  rest?: Minor;
  restLabel?: string;
  currency: string;
}

function Sum({ minor, rest, restLabel, currency }: SumProps) {
  return (
    <span>
      <Amount minor={minor} currency={currency} />
      {rest !== undefined && rest !== 0 && rest !== minor && (
        <span className={styles.aside}>
          {' · '}
          {restLabel} <Amount minor={rest} currency={currency} />
        </span>
      )}
    </span>
  );
}

function PendingItems({ clientId }: OfClient) {
  const { t } = useTranslation('crm');
  const read = useRead(pendingInvoices.list, {
    filter: { clientId, status: 'open' as const },
    pageSize: shownRows,
  });
  return (
    <ListOfClient
      title={t('recent.pending')}
      none={t('recent.noPending')}
      all={listOfClient('pending_item', clientId)}
      read={read}
    >
      {({ description, readyOn, amount, currency }) => (
        <>
          <span>
            <bdi>{description}</bdi> <DateText date={readyOn} />
          </span>
          <Amount minor={amount} currency={currency} />
        </>
      )}
    </ListOfClient>
  );
}

function Invoices({ clientId }: OfClient) {
  const { t } = useTranslation('crm');
  const read = useRead(invoices.list, { filter: { clientId }, pageSize: shownRows });
  return (
    <ListOfClient
      title={t('recent.invoices')}
      none={t('recent.noInvoices')}
      all={listOfClient('invoice', clientId)}
      read={read}
    >
      {({ id, number, issueDate, payable, outstanding, currency, isOverdue }) => (
        <>
          <span>
            <DocumentLink kind="invoice" id={id} number={number} date={issueDate} />{' '}
            {isOverdue && <StatusTag tone="overdue">{t('recent.overdue')}</StatusTag>}
          </span>
          <Sum minor={payable} rest={outstanding} restLabel={t('money.outstanding')} currency={currency} />
        </>
      )}
    </ListOfClient>
  );
}

function Proformas({ clientId }: OfClient) {
  const { t } = useTranslation('crm');
  const read = useRead(proformas.list, { filter: { clientId }, pageSize: shownRows });
  return (
    <ListOfClient
      title={t('recent.proformas')}
      none={t('recent.noProformas')}
      all={listOfClient('proforma', clientId)}
      read={read}
    >
      {({ id, number, issueDate, payable, currency }) => (
        <>
          <span>
            <DocumentLink kind="proforma" id={id} number={number} date={issueDate} />
          </span>
          <Amount minor={payable} currency={currency} />
        </>
      )}
    </ListOfClient>
  );
}

function Receipts({ clientId }: OfClient) {
  const { t } = useTranslation('crm');
  const read = useRead(receipts.list, { filter: { clientId }, pageSize: shownRows });
  return (
    <ListOfClient
      title={t('recent.receipts')}
      none={t('recent.noReceipts')}
      all={listOfClient('receipt', clientId)}
      read={read}
    >
      {({ id, number, receiptDate, amount, unallocated, currency }) => (
        <>
          <span>
            <DocumentLink kind="receipt" id={id} number={number} date={receiptDate} />
          </span>
          <Sum minor={amount} rest={unallocated} restLabel={t('recent.unallocated')} currency={currency} />
        </>
      )}
    </ListOfClient>
  );
}

function CreditNotes({ clientId }: OfClient) {
  const { t } = useTranslation('crm');
  const read = useRead(creditNotes.list, { filter: { clientId }, pageSize: shownRows });
  return (
    <ListOfClient
      title={t('recent.creditNotes')}
      none={t('recent.noCreditNotes')}
      all={listOfClient('credit_note', clientId)}
      read={read}
    >
      {({ id, number, issueDate, total, available, currency }) => (
        <>
          <span>
            <DocumentLink kind="credit_note" id={id} number={number} date={issueDate} />
          </span>
          <Sum minor={total} rest={available} restLabel={t('recent.unallocated')} currency={currency} />
        </>
      )}
    </ListOfClient>
  );
}

/** Post-dated cheques that are not due yet. Hidden if there are none. */
function WaitingCheques({ clientId }: OfClient) {
  const { t } = useTranslation('crm');
  const filter = { clientId, status: ['waiting' as const] };
  const read = useRead(postdatedCheques.list, { filter, sort: 'dueOn', pageSize: shownRows });
  if (read.error === null && (read.data?.rows.length ?? 0) === 0) return null;
  return (
    <ListOfClient
      title={t('recent.cheques')}
      none=""
      all={listOfClient('postdated_cheque', clientId)}
      read={read}
    >
      {({ instrumentNo, instrumentBank, dueOn, amount, currency }) => (
        <>
          <span>
            <bdi>{`${instrumentNo} · ${instrumentBank}`}</bdi> <DateText date={dueOn} />
          </span>
          <Amount minor={amount} currency={currency} />
        </>
      )}
    </ListOfClient>
  );
}
