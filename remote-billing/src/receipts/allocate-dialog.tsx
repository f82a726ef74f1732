import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts';
import { minor, NOTHING } from '@daybook/contracts/money/money';
import { notify } from '@daybook/shared/notify';
import { amountText } from '@daybook/shared/ui/amount';
import { DateInput } from '@daybook/shared/ui/date-input';
import { fieldOf } from '@daybook/shared/ui/field';
import { FormDialog } from '@daybook/shared/ui/form-dialog';
import { ReadView } from '@daybook/shared/ui/read-view';
import { useRead } from '@daybook/shared/ui/use-read';
import { today } from '@daybook/shared/today';
import { AllocationTable } from './allocation-table.tsx';
import { propose } from './proposal.ts';

const Field = fieldOf(receipts.allocate);

/** Allocates what is left of a receipt. */
export function AllocateDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { id, client, entity, currency, unallocated } = receipt;
  const read = useRead(receipts.openInvoices, { clientId: client.id, entityId: entity.id, currency });
  // The server knows how much of the rest was withheld; here only the amounts count.
  const source = { entityId: entity.id, currency, available: minor(unallocated), withheld: NOTHING };
  return (
    <ReadView of={read}>
      {(open) => (
        <FormDialog
          title={t('allocate.question', {
            amount: amountText(unallocated, currency),
            number: receipt.number,
          })}
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
      )}
    </ReadView>
  );
}
