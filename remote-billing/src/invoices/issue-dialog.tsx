import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { draftOf } from '@daybook/contracts/billing/invoices/invoice-draft';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { isRefusal } from '@daybook/shared/call';
import { notify } from '@daybook/shared/notify';
import { Amount } from '@daybook/shared/record/amount';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { ReadView } from '@daybook/shared/read/read-view';
import { Facts } from '@daybook/shared/record/record-screen';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useFreshRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { isAdmin } from '@daybook/shared/session';
import { LongText } from '@daybook/shared/inputs/long-text';
import { editClientAddress, editEntityAddress, editInvoiceAddress } from '../common/addresses.ts';
import { CreditWarning } from '../common/credit-warning.tsx';
import { Faults, mendAddress } from './faults.tsx';
import styles from './invoices.module.css';

interface IssueDialogProps {
  invoice: Invoice;
  onClose: () => void;
}

/** The server's preview of issuing: the next number, the payable amount, and the reasons for a refusal. */
export function IssueDialog({ invoice, onClose }: IssueDialogProps) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const focus = useDialogFocus();
  const preview = useFreshRead(invoices.preview, draftOf(invoice));
  const { save, isSaving } = useSave(invoices.issue);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [reason, setReason] = useState('');
  const isAboveLimit = preview.data?.creditExceeded?.rule === 'block';
  const faults = preview.data?.refusals ?? {};
  const [firstFault] = Object.keys(faults);
  const issue = async () => {
    setRefusal(null);
    try {
      const { number } = await save(
        { id: invoice.id, ...(isAboveLimit && { creditLimitReason: reason }) },
        invoice.version,
      );
      notify.success(t('issue.done', { number }));
      onClose();
    } catch (error) {
      setRefusal(error);
    }
  };
  const mend = (field: string) => void navigate(mendAddress(invoice.id, field));
  return (
    <Modal
      open
      title={t('issue.question', { client: invoice.client.label })}
      okText={t(firstFault === undefined ? 'issue.verb' : 'issue.mend')}
      okButtonProps={{
        disabled:
          preview.error !== null || (firstFault === undefined && isAboveLimit && reason.trim() === ''),
      }}
      // Not disabled while it loads, so that it keeps the focus.
      confirmLoading={isSaving || (preview.data === undefined && preview.error === null)}
      cancelText={t('issue.keep')}
      onOk={() => (firstFault === undefined ? void issue() : mend(firstFault))}
      onCancel={onClose}
      wrapProps={focus}
    >
      <div className={styles.list}>
        <ReadView of={preview}>{(shown) => <Shown invoice={invoice} preview={shown} />}</ReadView>
        {isAboveLimit && isAdmin() && <LimitReason reason={reason} onChange={setReason} />}
        {refusal !== null && <ErrorBox error={refusal} />}
        {isRefusal(refusal) && <Faults faults={refusal.fields} refusal={refusal} invoiceId={invoice.id} />}
        <Faults faults={faults} invoiceId={invoice.id} />
      </div>
    </Modal>
  );
}

/** Why an admin issues the invoice above the client's credit limit. */
function LimitReason({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  const { t } = useTranslation('billing');
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{t('creditLimit.reason')}</label>
      <LongText
        id={id}
        required
        maxLength={500}
        rows={[2, 6]}
        value={reason}
        data-unsaved={reason.trim() !== ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** The page on which the missing data of a party is entered. */
function mendPlace({ id, client, entity }: Invoice, code: string): string {
  if (code === 'PLACE_ABROAD') return editInvoiceAddress(id);
  return code.startsWith('SELLER_') ? editEntityAddress(entity.id) : editClientAddress(client.id);
}

interface ShownProps {
  invoice: Invoice;
  preview: OutputOf<typeof invoices.preview>;
}

function Shown({ invoice, preview }: ShownProps) {
  const { t } = useTranslation('billing');
  const { nextNumber, payable, warnings, refusals, creditExceeded, total } = preview;
  return (
    <>
      <Facts
        facts={[
          { label: t('issue.number'), value: <strong>{nextNumber}</strong> },
          { label: t('totals.payable'), value: <Amount minor={payable} currency={invoice.currency} /> },
          { label: t('field.issueDate'), value: <DateText date={invoice.issueDate} /> },
          { label: t('field.dueDate'), value: <DateText date={invoice.dueDate} /> },
        ]}
      />
      {warnings.map(({ code, params }) => (
        <Alert
          key={code}
          type="warning"
          showIcon
          title={t(`warning.${code}`, { last: dateText(params['last'] ?? invoice.issueDate) })}
          action={
            code !== 'CHRONOLOGY_VIOLATION' && (
              <Link to={mendPlace(invoice, code)}>
                {t(code.endsWith('_UNCHECKED') || code === 'PLACE_ABROAD' ? 'issue.lookAtIt' : 'issue.addIt')}
              </Link>
            )
          }
        />
      ))}
      {creditExceeded !== null && <CreditWarning credit={creditExceeded} total={total} />}
      {Object.keys(refusals).length === 0 ? (
        <p>{t('issue.means')}</p>
      ) : (
        <Alert type="error" showIcon title={t('issue.refused')} />
      )}
    </>
  );
}
