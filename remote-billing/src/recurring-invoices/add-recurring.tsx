import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { recurringInvoiceAddress, recurringInvoicesAddress } from '../common/addresses.ts';
import { BegunForm } from '../common/begun-form.tsx';
import { beginWith } from './beginning.ts';
import { emptySeries, type Series } from './form-values.ts';
import { RecurringFields } from './recurring-fields.tsx';

export default function AddRecurring() {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  return (
    <BegunForm<Partial<Series>> empty={emptySeries} begin={beginWith}>
      {(begun) => (
        <FormScreen
          title={t('recurring.new')}
          endpoint={recurringInvoices.create}
          initial={begun}
          backTo={recurringInvoicesAddress}
          onSaved={({ id }) => void navigate(recurringInvoiceAddress(id), { replace: true })}
        >
          <RecurringFields />
        </FormScreen>
      )}
    </BegunForm>
  );
}
