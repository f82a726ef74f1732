import Alert from 'antd/es/alert';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { invoices, type Invoice } from '@daybook/contracts/billing/invoices';
import { isRefusal } from '@daybook/shared/call';
import { notify } from '@daybook/shared/notify';
import { Amount } from '@daybook/shared/ui/amount';
import { DateText, dateText } from '@daybook/shared/ui/date-text';
import { ErrorBox } from '@daybook/shared/ui/error-box';
import { ReadView } from '@daybook/shared/ui/read-view';
import { Facts } from '@daybook/shared/ui/record-screen';
import { fieldText } from '@daybook/shared/ui/refusal-text';
import { useRead } from '@daybook/shared/ui/use-read';
import { useSave } from '@daybook/shared/ui/use-save';
import { editInvoiceAddress } from '../common/addresses.ts';
import { valuesOf } from './draft-values.ts';
import styles from './invoices.module.css';

interface IssueDialogProps {
  invoice: Invoice;
  onClose: () => void;
}

/** What issuing will do, from the server: the number it takes, what there is to pay, what speaks against it. */
export function IssueDialog({ invoice, onClose }: IssueDialogProps) {
  const { t } = useTranslation('billing');
  const preview = useRead(invoices.preview, valuesOf(invoice));
  const { save, isSaving } = useSave(invoices.issue);
  const [refusal, setRefusal] = useState<unknown>(null);
  const issue = async () => {
    setRefusal(null);
    try {
      const { number } = await save({ id: invoice.id }, invoice.version);
      notify.success(t('issue.done', { number }));
      onClose();
    } catch (error) {
      setRefusal(error);
    }
  };
  return (
    <Modal
      open
      title={t('issue.question', { client: invoice.client.label })}
      okText={t('issue.verb')}
      okButtonProps={{ autoFocus: true, disabled: preview.data === undefined }}
      confirmLoading={isSaving}
      cancelText={t('issue.keep')}
      onOk={() => void issue()}
      onCancel={onClose}
    >
      <div className={styles.list}>
        <ReadView of={preview}>
          {({ nextNumber, payable, warnings }) => (
            <>
              <Facts
                facts={[
                  { label: t('issue.number'), value: <strong>{nextNumber}</strong> },
                  {
                    label: t('totals.payable'),
                    value: <Amount minor={payable} currency={invoice.currency} />,
                  },
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
                />
              ))}
              <p>{t('issue.means')}</p>
            </>
          )}
        </ReadView>
        {refusal !== null && <WhyNot refusal={refusal} invoiceId={invoice.id} />}
      </div>
    </Modal>
  );
}

/** A refusal of a draft is mended in the editor. */
function WhyNot({ refusal, invoiceId }: { refusal: unknown; invoiceId: string }) {
  const { t } = useTranslation('billing');
  const fields = isRefusal(refusal) ? Object.entries(refusal.fields) : [];
  const nameOf = (field: string): string => {
    const [, row, part] = /^lines\.(\d+)\.(\w+)$/.exec(field) ?? [];
    if (row === undefined) return t(`field.${field}`);
    return `${t('lines.line', { no: Number(row) + 1 })}, ${t(`line.${part}`)}`;
  };
  return (
    <>
      <ErrorBox error={refusal} />
      {isRefusal(refusal) && fields.length > 0 && (
        <>
          <ul>
            {fields.map(([field, codes]) => (
              <li key={field}>
                {nameOf(field)}: {codes.map((code) => fieldText(code, refusal)).join(' ')}
              </li>
            ))}
          </ul>
          <Link to={editInvoiceAddress(invoiceId)}>{t('issue.mend')}</Link>
        </>
      )}
    </>
  );
}
