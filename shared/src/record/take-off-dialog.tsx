import { useTranslation } from 'react-i18next';
import {
  invoiceAttachments,
  type DocumentAttachment,
  type DocumentAttachments,
} from '@daybook/contracts/billing/documents/document-attachments';
import { fieldOf } from '../form/field.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { LongText } from '../inputs/long-text.tsx';

// All kinds of document have the same input.
const Field = fieldOf(invoiceAttachments.takeOff);

interface TakeOffDialogProps {
  id: string;
  file: DocumentAttachment;
  endpoints: DocumentAttachments;
  onClose: () => void;
}

/** Explains that the file of an issued document stays on record, and asks for the reason of the removal. */
export function TakeOffDialog({ id, file, endpoints, onClose }: TakeOffDialogProps) {
  const { t } = useTranslation('shared');
  return (
    <FormDialog
      title={t('attachments.takeOff', { name: file.label })}
      consequence={t('attachments.means')}
      endpoint={endpoints.takeOff}
      fixed={{ id, attachmentId: file.id }}
      verb={t('attachments.verb')}
      isDangerous
      onSaved={onClose}
      onClose={onClose}
    >
      <Field name="reason" label={t('attachments.reason')} isRequired>
        <LongText rows={[2, 8]} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
