import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { receiptAttachments } from '@daybook/contracts/billing/documents/document-attachments';
import { receiptMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts/receipts';
import type { Reference } from '@daybook/contracts/fields';
import { useMay } from '@daybook/shared/session';
import { Amount } from '@daybook/shared/record/amount';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { ReadView } from '@daybook/shared/read/read-view';
import { RecordHistory } from '@daybook/shared/history/history';
import { Facts, RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { useRead } from '@daybook/shared/read/use-read';
import { invoiceAddress, ledgerAddress, receiptAddress, waitingOf } from '../common/addresses.ts';
import { Attachments } from '@daybook/shared/record/attachments';
import { useHistoryWords } from '../common/history-words.ts';
import { ClientLink } from '../common/client-link.tsx';
import { placeText } from '../common/document-parts.tsx';
import { InBase, useExchangeGain } from '../common/in-base.tsx';
import { SentMails } from '../common/sent-mails.tsx';
import { AdvanceSplit } from './advance-split.tsx';
import { ReceiptActions } from './receipt-actions.tsx';
import { ReceiptAllocations } from './receipt-allocations.tsx';
import { ReceiptStateTag } from './receipt-status.tsx';

/** A receipt is never edited, so its history has only the dates and the account of a cheque. */
const historyFields = {
  depositedOn: 'receipt.depositedOn',
  depositedTo: 'receipt.bankAccount',
  clearedOn: 'receipt.clearedOn',
  reversedOn: 'date',
};

export default function ReceiptRecord() {
  const { t } = useTranslation('billing');
  const { receiptId = '' } = useParams();
  const mayAdd = useMay('receipts.add');
  const words = useHistoryWords(historyFields, 'receiptStatus');
  const read = useRead(receipts.open, { id: receiptId });
  return (
    <ReadView of={read}>
      {(receipt) => (
        <RecordScreen
          title={t(`voucherTitle.${receipt.voucherKind}`, { number: receipt.number })}
          status={<ReceiptStateTag receipt={receipt} />}
          summary={
            <>
              <ClientLink client={receipt.client} /> ·{' '}
              <Amount minor={receipt.amount} currency={receipt.currency} /> ·{' '}
              <DateText date={receipt.receiptDate} />
            </>
          }
          actions={<ReceiptActions receipt={receipt} />}
          aside={
            <>
              <Money receipt={receipt} />
              <ReceivedInBase receipt={receipt} />
              <Advance receipt={receipt} />
              <Attachments
                document={receipt}
                endpoints={receiptAttachments}
                mayEdit={mayAdd && !receipt.clientErased}
              />
              <SentMails id={receipt.id} mails={receiptMails} />
              <RecordHistory kind="receipt" id={receipt.id} words={words} />
            </>
          }
        >
          <Notes receipt={receipt} />
          <ReceiptAllocations receipt={receipt} />
          <ReceiptFacts receipt={receipt} />
        </RecordScreen>
      )}
    </ReadView>
  );
}

function Notes({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('billing');
  const { reversal, status, warnings } = receipt;
  return (
    <>
      {reversal !== null && (
        <Alert
          type="warning"
          showIcon
          title={t(`reversal.${status === 'bounced' ? 'bounced' : 'reversed'}`, {
            date: dateText(reversal.on),
          })}
          description={<bdi>{reversal.reason}</bdi>}
        />
      )}
      {warnings.map(({ code, params }) => (
        <Alert key={code} type="warning" showIcon title={t(`warning.${code}`, params)} />
      ))}
    </>
  );
}

function Money({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('billing');
  const { currency } = receipt;
  const money = (label: string, amount: number) => ({
    label,
    value: <Amount minor={amount} currency={currency} zeroAsDash />,
  });
  return (
    <RecordSection title={t('receipt.money')}>
      <Facts
        areFigures
        facts={[
          money(t('receipt.amount'), receipt.amount),
          money(t('receipt.withheld'), receipt.withheld),
          money(t('receipt.bankCharge'), receipt.bankCharge),
          money(t('receipt.allocated'), receipt.allocated),
          ...(receipt.refunded > 0 ? [money(t('receipt.refunded'), receipt.refunded)] : []),
          money(t('receipt.unallocated'), receipt.unallocated),
        ]}
      />
    </RecordSection>
  );
}

function ReceivedInBase({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('billing');
  const gainOf = useExchangeGain();
  const { inBase, exchangeGain } = receipt;
  const figures =
    inBase === null
      ? []
      : (['amount', 'withheld', 'bankCharge'] as const)
          .map((name) => ({ label: t(`receipt.${name}`), amount: inBase[name] }))
          .filter(({ amount }) => amount !== 0);
  return <InBase document={receipt} figures={[...figures, ...gainOf(exchangeGain)]} />;
}

/** The remaining value of an advance voucher, and its tax. */
function Advance({ receipt: { advance, currency } }: { receipt: Receipt }) {
  const { t } = useTranslation('billing');
  if (advance === null) return null;
  return (
    <RecordSection title={t('advance.held')}>
      <AdvanceSplit held={advance.left} ratePct={advance.ratePct} currency={currency} />
    </RecordSection>
  );
}

const given = (label: string, value: string | null | undefined) =>
  value ? [{ label, value: <bdi>{value}</bdi> }] : [];

const linked = (label: string, receipt: Reference | null) =>
  receipt === null
    ? []
    : [
        {
          label,
          value: (
            <Link to={receiptAddress(receipt.id)}>
              <bdi>{receipt.label}</bdi>
            </Link>
          ),
        },
      ];

/** The charge for a bounced cheque. It links to the invoice that bills it, or to the client's pending items. */
const charged = (label: string, { bounceCharge, currency, client }: Receipt, status: string) => {
  if (bounceCharge === null) return [];
  const { amount, invoice } = bounceCharge;
  const to = invoice === null ? waitingOf(client.id) : invoiceAddress(invoice.id);
  return [
    {
      label,
      value: (
        <>
          <Amount minor={amount} currency={currency} /> ·{' '}
          <Link to={to}>
            <bdi>{invoice?.label || status}</bdi>
          </Link>
        </>
      ),
    },
  ];
};

function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('billing');
  const mayOpenLedger = useMay('reports.client_ledgers');
  const place = receipt.advance?.placeOfSupply;
  const ledger = { clientId: receipt.client.id, entityId: receipt.entity.id, currency: receipt.currency };
  return (
    <RecordSection
      title={t('group.document')}
      extra={mayOpenLedger && <Link to={ledgerAddress(ledger)}>{t('ledger.open')}</Link>}
    >
      <Facts
        facts={[
          { label: t('field.entity'), value: <bdi>{receipt.entity.label}</bdi> },
          ...given(t('advance.tax'), receipt.advance?.taxCode.label),
          ...given(t('field.placeOfSupply'), place && placeText(place)),
          { label: t('receipt.mode'), value: t(`mode.${receipt.mode}`) },
          ...given(t('receipt.reference'), receipt.reference),
          ...given(t('receipt.chequeNo'), receipt.instrumentNo),
          ...given(t('receipt.chequeBank'), receipt.instrumentBank),
          ...given(t('receipt.chequeDate'), receipt.instrumentDate && dateText(receipt.instrumentDate)),
          ...given(t('receipt.depositedOn'), receipt.depositedOn && dateText(receipt.depositedOn)),
          ...given(t('receipt.clearedOn'), receipt.clearedOn && dateText(receipt.clearedOn)),
          ...linked(t('receipt.againOf'), receipt.againOf),
          ...linked(t('receipt.depositedAgain'), receipt.depositedAgain),
          ...charged(
            t('bounce.charge'),
            receipt,
            t(`pendingStatus.${receipt.bounceCharge?.status ?? 'open'}`),
          ),
          ...given(t('receipt.bankAccount'), receipt.bankAccount?.label),
          ...given(t('receipt.receivedBy'), receipt.receivedBy?.label),
          ...given(t('receipt.section'), receipt.withholdingSection),
          ...given(t('receipt.narration'), receipt.narration),
        ]}
      />
    </RecordSection>
  );
}
