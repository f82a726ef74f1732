import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { creditNoteMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { creditNoteAttachments } from '@daybook/contracts/billing/documents/document-attachments';
import { useMay } from '@daybook/shared/session';
import { Amount } from '@daybook/shared/record/amount';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { RecordHistory } from '@daybook/shared/history/history';
import { ReadView } from '@daybook/shared/read/read-view';
import { Facts, RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { useRead } from '@daybook/shared/read/use-read';
import { ledgerAddress } from '../common/addresses.ts';
import { Attachments } from '@daybook/shared/record/attachments';
import { useHistoryWords } from '../common/history-words.ts';
import { ClientLink } from '../common/client-link.tsx';
import { DocumentInBase, placeText } from '../common/document-parts.tsx';
import { InvoiceLink } from '../common/invoice-link.tsx';
import { SentMails } from '../common/sent-mails.tsx';
import { TotalsView } from '../common/totals-view.tsx';
import { Allocations } from './allocations.tsx';
import { useCreditedName } from './credited-name.ts';
import { CreditNoteActions } from './credit-note-actions.tsx';
import { CreditNoteStatusTag } from './credit-note-status.tsx';
import styles from '../common/document.module.css';

const historyFields = {
  client: 'field.client',
  entity: 'field.entity',
  issueDate: 'field.issueDate',
  currency: 'field.currency',
  docLocale: 'field.docLocale',
  reasonCode: 'reason',
  billAgain: 'credit.billAgain',
  notes: 'field.notes',
  total: 'totals.total',
  voidDate: 'void.date',
};

export default function CreditNoteRecord() {
  const { t } = useTranslation('billing');
  const { id = '' } = useParams();
  const mayEdit = useMay('credit_notes.edit');
  const read = useRead(creditNotes.open, { id });
  const words = useHistoryWords(historyFields, 'creditStatus');
  return (
    <ReadView of={read}>
      {(note) => (
        <RecordScreen
          title={note.number === '' ? t('credit.draft') : t('credit.title', { number: note.number })}
          status={<CreditNoteStatusTag status={note.status} />}
          summary={
            <>
              <ClientLink client={note.client} /> · <Amount minor={note.total} currency={note.currency} /> ·{' '}
              <DateText date={note.issueDate} />
            </>
          }
          actions={<CreditNoteActions note={note} />}
          aside={
            <>
              <Figures note={note} />
              <DocumentInBase document={note} />
              <Attachments
                document={note}
                endpoints={creditNoteAttachments}
                mayEdit={mayEdit && !note.clientErased}
              />
              {note.number !== '' && <SentMails id={note.id} mails={creditNoteMails} />}
              <RecordHistory kind="credit_note" id={note.id} words={words} />
            </>
          }
        >
          {note.void !== null && (
            <Alert
              type="warning"
              showIcon
              title={t('void.note', { date: dateText(note.void.on) })}
              description={<bdi>{note.void.reason}</bdi>}
            />
          )}
          <Lines note={note} />
          {note.status !== 'draft' && <Allocations note={note} />}
          <DocumentFacts note={note} />
        </RecordScreen>
      )}
    </ReadView>
  );
}

function Figures({ note }: { note: CreditNote }) {
  const { t } = useTranslation('billing');
  const money = (label: string, amount: number) => ({
    label,
    value: <Amount minor={amount} currency={note.currency} zeroAsDash />,
  });
  return (
    <RecordSection title={t('totals.title')}>
      <TotalsView currency={note.currency} totals={note} />
      <Facts
        areFigures
        facts={[
          money(t('credit.applied'), note.applied),
          money(t('credit.refunded'), note.refunded),
          money(t('credit.available'), note.available),
        ]}
      />
    </RecordSection>
  );
}

function Lines({ note }: { note: CreditNote }) {
  const { t } = useTranslation('billing');
  const nameOf = useCreditedName();
  return (
    <RecordSection title={t('credit.lines')}>
      <ul className={styles.rows}>
        {note.lines.map(({ id, invoice, invoiceDate, qty, amount, work, ...line }) => (
          <li key={id}>
            <span>
              <bdi>{nameOf(line)}</bdi>
              {qty !== null && <bdi> × {qty}</bdi>}
              <div className={styles.quiet}>
                <InvoiceLink invoice={invoice} /> <DateText date={invoiceDate} />
                {work !== null && ` · ${t(`credit.done.${work}`)}`}
              </div>
            </span>
            <Amount minor={amount} currency={note.currency} />
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}

const given = (label: string, value: string | null) =>
  value === null ? [] : [{ label, value: <bdi>{value}</bdi> }];

function DocumentFacts({ note }: { note: CreditNote }) {
  const { t } = useTranslation('billing');
  const mayOpenLedger = useMay('reports.client_ledgers');
  const ledger = { clientId: note.client.id, entityId: note.entity.id, currency: note.currency };
  return (
    <RecordSection
      title={t('group.document')}
      extra={mayOpenLedger && <Link to={ledgerAddress(ledger)}>{t('ledger.open')}</Link>}
    >
      <Facts
        facts={[
          { label: t('field.entity'), value: <bdi>{note.entity.label}</bdi> },
          { label: t('reason'), value: t(`creditReason.${note.reasonCode}`) },
          ...given(t('credit.because'), note.reason),
          ...given(t('field.placeOfSupply'), note.placeOfSupply && placeText(note.placeOfSupply)),
          ...given(t('field.notes'), note.notes),
        ]}
      />
    </RecordSection>
  );
}
