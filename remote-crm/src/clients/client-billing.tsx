import { useTranslation } from 'react-i18next';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { postdatedCheques } from '@daybook/contracts/billing/receipts/postdated-cheques';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { useRead } from '@daybook/shared/read/use-read';
import { Amount } from '@daybook/shared/record/amount';
import { Can } from '@daybook/shared/record/can';
import { DateText } from '@daybook/shared/record/date-text';
import { today } from '@daybook/shared/today';
import { listOfClient } from '../addresses.ts';
import { ClientMoney } from './client-money.tsx';
import {
  creditNoteTones,
  DocumentTable,
  invoiceTones,
  proformaTones,
  receiptTones,
} from './document-table.tsx';
import { ListOfClient, shownRows } from './list-of-client.tsx';
import { invoiceSeriesKeys } from './record-keys.ts';
import { ClientSubscriptions } from './subscriptions/client-subscriptions.tsx';

interface OfClient {
  clientId: string;
}

/** What a client owes, and its documents, each kind only for those who may see it. */
export default function ClientBilling({ client }: { client: Client }) {
  const { id: clientId } = client;
  return (
    <>
      <ClientMoney client={client} />
      <Can do={invoiceSeriesKeys}>
        <ClientSubscriptions clientId={clientId} isActive={client.status === 'active'} />
      </Can>
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
    <DocumentTable
      kind="invoice"
      title={t('recent.invoices')}
      none={t('recent.noInvoices')}
      all={listOfClient('invoice', clientId)}
      read={read}
      balance={t('money.outstanding')}
      of={({ issueDate, payable, outstanding, ...row }) => ({
        ...row,
        date: issueDate,
        tone: invoiceTones[row.status],
        amount: payable,
        balance: outstanding,
      })}
    />
  );
}

function Proformas({ clientId }: OfClient) {
  const { t } = useTranslation('crm');
  const read = useRead(proformas.list, { filter: { clientId }, pageSize: shownRows });
  return (
    <DocumentTable
      kind="proforma"
      title={t('recent.proformas')}
      none={t('recent.noProformas')}
      all={listOfClient('proforma', clientId)}
      read={read}
      of={({ issueDate, payable, validUntil, ...row }) => ({
        ...row,
        date: issueDate,
        // One that ended before its last day was replaced by a later one.
        status: row.status === 'expired' && validUntil >= today() ? 'replaced' : row.status,
        tone: proformaTones[row.status],
        amount: payable,
        balance: null,
      })}
    />
  );
}

function Receipts({ clientId }: OfClient) {
  const { t } = useTranslation('crm');
  const read = useRead(receipts.list, { filter: { clientId }, pageSize: shownRows });
  return (
    <DocumentTable
      kind="receipt"
      title={t('recent.receipts')}
      none={t('recent.noReceipts')}
      all={listOfClient('receipt', clientId)}
      read={read}
      balance={t('recent.unallocated')}
      of={({ receiptDate, unallocated, mode, status, ...row }) => {
        const isInHand = mode === 'cheque' && status === 'posted';
        return {
          ...row,
          date: receiptDate,
          status: isInHand ? 'in_hand' : status,
          tone: isInHand ? 'waiting' : receiptTones[status],
          balance: unallocated,
        };
      }}
    />
  );
}

function CreditNotes({ clientId }: OfClient) {
  const { t } = useTranslation('crm');
  const read = useRead(creditNotes.list, { filter: { clientId }, pageSize: shownRows });
  return (
    <DocumentTable
      kind="credit_note"
      title={t('recent.creditNotes')}
      none={t('recent.noCreditNotes')}
      all={listOfClient('credit_note', clientId)}
      read={read}
      balance={t('recent.unallocated')}
      of={({ issueDate, total, available, ...row }) => ({
        ...row,
        date: issueDate,
        tone: creditNoteTones[row.status],
        amount: total,
        balance: available,
      })}
    />
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
