import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import type { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { notify } from '@daybook/shared/notify';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { today } from '@daybook/shared/today';

// Both endpoints take the same.
const Field = fieldOf(invoices.void);

interface VoidDialogProps {
  endpoint: typeof invoices.void | typeof creditNotes.void;
  document: { id: string; version: number };
  title: string;
  consequence: string;
  done: string;
  onClose: () => void;
}

/** Names what happens: the number stays, the entry is mirrored, and what follows from it. */
export default function VoidDialog({
  endpoint,
  document,
  title,
  consequence,
  done,
  onClose,
}: VoidDialogProps) {
  const { t } = useTranslation('billing');
  const { id, version } = document;
  return (
    <FormDialog
      title={title}
      consequence={consequence}
      endpoint={endpoint}
      initial={{ voidDate: today() }}
      fixed={{ id }}
      version={version}
      verb={t('void.verb')}
      isDangerous
      onSaved={() => {
        notify.success(done);
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="voidDate" label={t('void.date')}>
        <DateInput />
      </Field>
      <Field name="reason" label={t('reason')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
