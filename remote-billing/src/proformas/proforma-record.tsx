import Alert from 'antd/es/alert';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { proformaMails, proformas, type Proforma } from '@daybook/contracts/billing/proformas/proformas';
import type { Reference } from '@daybook/contracts/fields';
import { Amount } from '@daybook/shared/record/amount';
import { Can } from '@daybook/shared/record/can';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { RecordHistory } from '@daybook/shared/history/history';
import { LinkButton } from '@daybook/shared/record/link-button';
import { languageName } from '@daybook/shared/inputs/code-names';
import { ReadView } from '@daybook/shared/read/read-view';
import { Facts, RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { useRead } from '@daybook/shared/read/use-read';
import { addInvoiceAddress, addReceiptAddress, invoiceAddress } from '../common/addresses.ts';
import { ClientLink } from '../common/client-link.tsx';
import { DocumentLines } from '../common/document-lines.tsx';
import { BillTo, DocumentWords, placeText } from '../common/document-parts.tsx';
import { PdfButton } from '../common/pdf-button.tsx';
import { useHistoryWords } from '../common/history-words.ts';
import { ProformaStatusTag } from '../common/proforma-status.tsx';
import { SendButton } from '../common/send-button.tsx';
import { SentMails } from '../common/sent-mails.tsx';
import { TotalsView } from '../common/totals-view.tsx';

const historyFields = { endsOn: 'proforma.endsOn' };

export default function ProformaRecord() {
  const { t } = useTranslation('billing');
  const { id = '' } = useParams();
  const words = useHistoryWords(historyFields, 'proformaStatus');
  return (
    <ReadView of={useRead(proformas.open, { id })}>
      {(proforma) => (
        <RecordScreen
          title={t('proforma.title', { number: proforma.number })}
          status={<ProformaStatusTag status={proforma.status} validUntil={proforma.validUntil} />}
          summary={
            <>
              <ClientLink client={proforma.client} /> ·{' '}
              <Amount minor={proforma.payable} currency={proforma.currency} /> ·{' '}
              {t('proforma.until', { date: dateText(proforma.validUntil) })}
            </>
          }
          actions={<Actions proforma={proforma} />}
          aside={
            <>
              <RecordSection title={t('totals.title')}>
                <TotalsView currency={proforma.currency} totals={proforma} />
              </RecordSection>
              <SentMails id={id} mails={proformaMails} />
              <RecordHistory kind="proforma" id={id} words={words} />
            </>
          }
        >
          <Alert type="info" showIcon title={t('proforma.noInvoice')} />
          {proforma.voidedInvoice !== null && <VoidedNote invoice={proforma.voidedInvoice} />}
          <ProformaFacts proforma={proforma} />
          <DocumentLines document={proforma} />
          <DocumentWords document={proforma} />
        </RecordScreen>
      )}
    </ReadView>
  );
}

function VoidedNote({ invoice }: { invoice: Reference }) {
  const { t } = useTranslation('billing');
  return (
    <Alert
      type="warning"
      showIcon
      title={
        <>
          {t('proforma.voided')}{' '}
          <Link to={invoiceAddress(invoice.id)}>
            <bdi>{invoice.label}</bdi>
          </Link>
        </>
      }
    />
  );
}

/** A payment for a proforma becomes the client's advance, and is offered when the invoice is issued. */
function Actions({ proforma }: { proforma: Proforma }) {
  const { t } = useTranslation('billing');
  const { id, status, mayInvoiceAgain, clientErased } = proforma;
  return (
    <>
      {mayInvoiceAgain && !clientErased && (
        <Can do="invoices.add">
          <LinkButton to={`${addInvoiceAddress}?proforma=${id}`}>{t('proforma.invoiceAgain')}</LinkButton>
        </Can>
      )}
      {status !== 'converted' && !clientErased && (
        <Can do="receipts.add">
          <LinkButton type="primary" to={`${addReceiptAddress}?proformaId=${id}`}>
            {t('invoice.receive')}
          </LinkButton>
        </Can>
      )}
      {status === 'issued' && !clientErased && (
        <Can do="invoices.edit">
          <SendButton document={proforma} mails={proformaMails} />
        </Can>
      )}
      <PdfButton endpoint={proformas.pdf} input={{ id }} />
    </>
  );
}

const given = (label: string, value: ReactNode) => (value === null ? [] : [{ label, value }]);

function ProformaFacts({ proforma }: { proforma: Proforma }) {
  const { t } = useTranslation('billing');
  const { invoice, serviceFrom, serviceTo, supplyDate, placeOfSupply, validUntil, endsOn } = proforma;
  const link = invoice && <Link to={invoiceAddress(invoice.id)}>{invoice.label || t('draft')}</Link>;
  return (
    <RecordSection title={t('group.document')}>
      <Facts
        facts={[
          { label: t('proforma.invoice'), value: link },
          { label: t('field.entity'), value: <bdi>{proforma.entity.label}</bdi> },
          { label: t('field.billTo'), value: <BillTo party={proforma.billTo} /> },
          { label: t('field.issueDate'), value: <DateText date={proforma.issueDate} /> },
          { label: t('proforma.validUntil'), value: <DateText date={validUntil} /> },
          ...given(t('proforma.endsOn'), endsOn === validUntil ? null : <DateText date={endsOn} />),
          ...given(t('field.serviceFrom'), serviceFrom && <DateText date={serviceFrom} />),
          ...given(t('field.serviceTo'), serviceTo && <DateText date={serviceTo} />),
          ...given(t('field.supplyDate'), supplyDate && <DateText date={supplyDate} />),
          ...given(t('field.poNo'), proforma.poNo),
          ...given(
            t('field.withholdingCode'),
            proforma.withholdingCode && <bdi>{proforma.withholdingCode.label}</bdi>,
          ),
          ...given(t('field.placeOfSupply'), placeOfSupply && placeText(placeOfSupply)),
          { label: t('field.docLocale'), value: languageName(proforma.docLocale) },
        ]}
      />
    </RecordSection>
  );
}
