import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '@daybook/contracts/billing/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices';
import { notify } from '@daybook/shared/notify';
import { DateInput } from '@daybook/shared/ui/date-input';
import { fieldOf } from '@daybook/shared/ui/field';
import { FormDialog } from '@daybook/shared/ui/form-dialog';
import { today } from '@daybook/shared/today';

const Field = fieldOf(invoices.void);

/** Names what happens: the number stays, the entry is mirrored, the work waits again. */
export function VoidDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { id, number, version } = invoice;
  return (
    <FormDialog
      title={t('void.question', { number })}
      consequence={t('void.means')}
      endpoint={invoices.void}
      initial={{ voidDate: today() }}
      fixed={{ id }}
      version={version}
      verb={t('void.verb')}
      isDangerous
      onSaved={() => {
        notify.success(t('void.done', { number }));
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
