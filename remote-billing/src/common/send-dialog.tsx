import Checkbox from 'antd/es/checkbox';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  invoiceMails,
  mostMailedBytes,
  type InvoiceMailDraft,
} from '@daybook/contracts/billing/invoices/invoice-mails';
import { useReturnFocus } from '@daybook/shared/form/use-dialog-focus';
import { formatLocale } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { ReadView } from '@daybook/shared/read/read-view';
import { useFreshRead } from '@daybook/shared/read/use-read';
import { MailFields, mailValues } from './mail-fields.tsx';
import type { Mails, SentDocument } from './sent-document.ts';
import styles from './document.module.css';

const Field = fieldOf(invoiceMails.send);

/** A size in megabytes, at least 0.1. */
const sizeText = (bytes: number): string =>
  new Intl.NumberFormat(formatLocale(), {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  }).format(Math.max(bytes / 1024 ** 2, 0.1));

interface SendDialogProps {
  document: SentDocument;
  mails: Mails;
  onClose: () => void;
}

/** The mail as it would be sent. The person can change it first. */
export default function SendDialog({ document, mails, onClose }: SendDialogProps) {
  useReturnFocus();
  const { t } = useTranslation('billing');
  const draft = useFreshRead(mails.draft, { id: document.id });
  // Keeps the first draft that arrives, because its number tells the server which mails the writer knew about.
  const [begun, setBegun] = useState<InvoiceMailDraft | null>(null);
  if (begun === null && draft.data !== undefined) setBegun(draft.data);
  if (begun !== null) return <Letter document={document} mails={mails} draft={begun} onClose={onClose} />;
  return (
    <Modal open title={t('send.verb')} footer={null} onCancel={onClose}>
      <ReadView of={draft}>{() => null}</ReadView>
    </Modal>
  );
}

function Letter({ document, mails, draft, onClose }: SendDialogProps & { draft: InvoiceMailDraft }) {
  const { t } = useTranslation('billing');
  const { id, number, client } = document;
  return (
    <FormDialog
      title={t('send.question', { number, client: client.label })}
      consequence={t('send.means')}
      endpoint={mails.send}
      initial={mailValues(draft)}
      fixed={{ id, nth: draft.nth }}
      verb={t('send.verb')}
      width={640}
      onSaved={() => {
        notify.success(t('send.done', { number }));
        onClose();
      }}
      onClose={onClose}
    >
      <MailFields field={Field} contacts={draft.contacts} />
      {draft.attachments.length > 0 && (
        <Field
          name="attachmentIds"
          label={t('send.files')}
          hint={t('send.filesHint', { size: sizeText(mostMailedBytes) })}
        >
          <Checkbox.Group
            className={styles.choices ?? ''}
            options={draft.attachments.map((file) => ({
              value: file.id,
              label: (
                <span className={styles.words}>
                  <bdi>{file.label}</bdi> ({sizeText(file.size)})
                </span>
              ),
            }))}
          />
        </Field>
      )}
    </FormDialog>
  );
}
