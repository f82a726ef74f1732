import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts/receipts';
import { minor, NOTHING } from '@daybook/contracts/money/money';
import { notify } from '@daybook/shared/notify';
import { amountText } from '@daybook/shared/record/amount';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useFreshRead } from '@daybook/shared/read/use-read';
import { today } from '@daybook/shared/today';
import { AllocationTable } from '../common/allocation-table.tsx';
import { propose, type OpenInvoice } from '../common/proposal.ts';

const Field = fieldOf(receipts.allocate);

interface AllocateDialogProps {
  receipt: Receipt;
  onClose: () => void;
}

/** Allocates the rest of a receipt to invoices that are open now. */
export default function AllocateDialog({ receipt, onClose }: AllocateDialogProps) {
  const { t } = useTranslation('billing');
  const { client, entity, currency, unallocated, number } = receipt;
  const focus = useDialogFocus();
  // A taxed advance may settle only the payer's own invoices, not those of the group.
  const whose = receipt.advance === null ? 'group' : 'own';
  const read = useFreshRead(receipts.openInvoices, {
    clientId: client.id,
    entityId: entity.id,
    currency,
    whose,
  });
  const question = t('allocate.question', { amount: amountText(unallocated, currency), number });
  if (read.data !== undefined && read.data.length > 0) {
    return <Allocate receipt={receipt} title={question} open={read.data} onClose={onClose} />;
  }
  return (
    <Modal
      open
      title={question}
      width={720}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('allocate.close')}
        </Button>
      }
      wrapProps={focus}
      onCancel={onClose}
    >
      {read.error !== null && <ErrorBox error={read.error} onRetry={read.retry} />}
      {read.error === null && read.data === undefined && <PageSkeleton shape="form" />}
      {read.data !== undefined && <p>{t('allocate.nothingOpen')}</p>}
    </Modal>
  );
}

interface AllocateProps extends AllocateDialogProps {
  title: string;
  open: OpenInvoice[];
}

function Allocate({ receipt, title, open, onClose }: AllocateProps) {
  const { t } = useTranslation('billing');
  const { id, entity, currency, unallocated } = receipt;
  // The server knows how much of the rest was withheld. Here only the amounts matter.
  const source = { entityId: entity.id, currency, available: minor(unallocated), withheld: NOTHING };
  return (
    <FormDialog
      title={title}
      endpoint={receipts.allocate}
      initial={{
        date: today(),
        allocations: propose(source, open, null, today()) as { invoiceId: string; amount: number }[],
      }}
      fixed={{ id }}
      verb={t('allocate.verb')}
      width={720}
      onSaved={() => {
        notify.success(t('allocate.done'));
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="date" label={t('date')}>
        <DateInput />
      </Field>
      <Form.Item name="allocations" noStyle>
        <AllocationTable source={source} invoices={open} />
      </Form.Item>
    </FormDialog>
  );
}
