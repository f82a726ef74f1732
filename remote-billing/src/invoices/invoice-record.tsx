import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import Alert from 'antd/es/alert';
import { invoiceAttachments } from '@daybook/contracts/billing/documents/document-attachments';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { useMay } from '@daybook/shared/session';
import { Amount } from '@daybook/shared/record/amount';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { languageName } from '@daybook/shared/inputs/code-names';
import { ReadView } from '@daybook/shared/read/read-view';
import { RecordHistory } from '@daybook/shared/history/history';
import { Facts, RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { useRead } from '@daybook/shared/read/use-read';
import { ledgerAddress, recurringInvoiceAddress } from '../common/addresses.ts';
import { Attachments } from '@daybook/shared/record/attachments';
import { ClientLink } from '../common/client-link.tsx';
import { useHistoryWords } from '../common/history-words.ts';
import { DocumentLines } from '../common/document-lines.tsx';
import { BillTo, TaxNumbers, DocumentInBase, DocumentWords, placeText } from '../common/document-parts.tsx';
import { SentMails } from '../common/sent-mails.tsx';
import { TotalsView } from '../common/totals-view.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import { ApprovalNote } from './invoice-approval.tsx';
import { InvoiceProformas } from './invoice-proformas.tsx';
import { DueText, InvoiceStatusTag } from '../common/invoice-status.tsx';
import { Settlements } from './settlements.tsx';

const ofForm = `client entity issueDate dueDate serviceFrom serviceTo supplyDate currency fxRate docLocale placeOfSupply
  reverseCharge poNo pricesIncludeTax listsHours discount prepaid payable withholdingCode withholdingRate terms notes`;

/** Labels of an invoice's columns in its history. */
const historyFields = {
  ...Object.fromEntries(ofForm.split(/\s+/).map((name) => [name, `field.${name}`])),
  discountPct: 'field.discount',
  reminders: 'reminders.title',
  remindersPausedUntil: 'reminders.until',
  voidDate: 'void.date',
};

export default function InvoiceRecord() {
  const { t } = useTranslation('billing');
  const { id = '' } = useParams();
  const mayEdit = useMay('invoices.edit');
  const words = useHistoryWords(historyFields, 'status');
  const read = useRead(invoices.open, { id });
  return (
    <ReadView of={read}>
      {(invoice) => (
        <RecordScreen
          title={invoice.number ? t('invoice.title', { number: invoice.number }) : t('invoice.draftTitle')}
          status={<InvoiceStatusTag invoice={invoice} />}
          summary={<Summary invoice={invoice} />}
          // Another status has other actions, so the remount closes any dialog of the previous status.
          actions={<InvoiceActions key={`${id} ${invoice.status}`} invoice={invoice} />}
          aside={
            <>
              <RecordSection title={t('totals.title')}>
                <TotalsView currency={invoice.currency} totals={invoice} />
              </RecordSection>
              <DocumentInBase document={invoice} />
              <Settlements invoice={invoice} />
              <InvoiceProformas id={invoice.id} />
              <Attachments
                document={invoice}
                endpoints={invoiceAttachments}
                mayEdit={mayEdit && !invoice.clientErased}
              />
              {invoice.number !== '' && invoice.docKind !== 'opening_invoice' && (
                <SentMails id={invoice.id} mails={invoiceMails} />
              )}
              <RecordHistory kind="invoice" id={invoice.id} words={words} />
            </>
          }
        >
          {invoice.void !== null && <VoidNote note={invoice.void} />}
          <ApprovalNote invoice={invoice} />
          <InvoiceFacts invoice={invoice} />
          {invoice.docKind === 'opening_invoice' ? (
            <Alert type="info" showIcon title={t('fromOldSystem')} />
          ) : (
            <DocumentLines document={invoice} />
          )}
          <DocumentWords document={invoice} />
        </RecordScreen>
      )}
    </ReadView>
  );
}

function Summary({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <ClientLink client={invoice.client} /> · <Amount minor={invoice.payable} currency={invoice.currency} />{' '}
      · {t('invoice.due')} <DueText invoice={invoice} />
    </>
  );
}

function VoidNote({ note }: { note: NonNullable<Invoice['void']> }) {
  const { t } = useTranslation('billing');
  return (
    <Alert
      type="warning"
      showIcon
      title={t('void.note', { date: dateText(note.on) })}
      description={<bdi>{note.reason}</bdi>}
    />
  );
}

const given = (label: string, value: ReactNode) => (value === null ? [] : [{ label, value }]);

/** Until a draft is issued, its place of supply follows from the addresses, unless somebody chose one. */
function usePlace({ number, placeOfSupply, entity, client, issueDate }: Invoice): string | null {
  const mayAsk = useMay('invoices.add', 'invoices.edit');
  const isOpen = number === '' && placeOfSupply === null && mayAsk;
  const asked = { entityId: entity.id, clientId: client.id, issueDate };
  const { data } = useRead(invoices.basis, isOpen ? asked : null);
  return placeOfSupply ?? data?.placeOfSupply ?? null;
}

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const mayOpenLedger = useMay('reports.client_ledgers');
  const { serviceFrom, serviceTo, supplyDate, billTo, supplier } = invoice;
  const placeOfSupply = usePlace(invoice);
  const ledger = { clientId: invoice.client.id, entityId: invoice.entity.id, currency: invoice.currency };
  return (
    <RecordSection
      title={t('group.document')}
      extra={mayOpenLedger && <Link to={ledgerAddress(ledger)}>{t('ledger.open')}</Link>}
    >
      <Facts
        facts={[
          {
            label: t('field.entity'),
            value: (
              <>
                <bdi>{invoice.entity.label}</bdi>
                {supplier && <TaxNumbers party={supplier} />}
              </>
            ),
          },
          { label: t('field.billTo'), value: <BillTo party={billTo} /> },
          { label: t('field.issueDate'), value: <DateText date={invoice.issueDate} /> },
          { label: t('field.dueDate'), value: <DueText invoice={invoice} /> },
          ...given(t('field.serviceFrom'), serviceFrom && <DateText date={serviceFrom} />),
          ...given(t('field.serviceTo'), serviceTo && <DateText date={serviceTo} />),
          ...given(t('field.supplyDate'), supplyDate && <DateText date={supplyDate} />),
          ...given(t('recurring.ofSeries'), invoice.series && <SeriesLink series={invoice.series} />),
          ...given(
            t('creditLimit.note'),
            invoice.creditLimitReason && <bdi>{invoice.creditLimitReason}</bdi>,
          ),
          ...given(t('field.poNo'), invoice.poNo),
          ...given(
            t('field.withholdingCode'),
            invoice.withholdingCode && <bdi>{invoice.withholdingCode.label}</bdi>,
          ),
          ...given(t('field.placeOfSupply'), placeOfSupply && placeText(placeOfSupply)),
          { label: t('field.docLocale'), value: languageName(invoice.docLocale) },
          ...(invoice.reverseCharge ? [{ label: t('field.reverseCharge'), value: t('yes') }] : []),
          ...(invoice.listsHours ? [{ label: t('field.listsHours'), value: t('yes') }] : []),
        ]}
      />
    </RecordSection>
  );
}

/** The series that created the invoice. The period is the service period. */
function SeriesLink({ series }: { series: NonNullable<Invoice['series']> }) {
  const mayOpen = useMay('recurring_invoices.add', 'recurring_invoices.edit', 'recurring_invoices.delete');
  const name = <bdi>{series.label}</bdi>;
  return mayOpen ? <Link to={recurringInvoiceAddress(series.id)}>{name}</Link> : name;
}
