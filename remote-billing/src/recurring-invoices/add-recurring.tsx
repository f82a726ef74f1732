import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices';
import { ErrorBox } from '@daybook/shared/ui/error-box';
import { FormScreen } from '@daybook/shared/ui/form-screen';
import { PageSkeleton } from '@daybook/shared/ui/page-skeleton';
import { recurringInvoiceAddress, recurringInvoicesAddress } from '../common/addresses.ts';
import { beginWith } from './beginning.ts';
import { emptySeries, type Series } from './form-values.ts';
import { RecurringFields } from './recurring-fields.tsx';

function useBeginning() {
  const [params] = useSearchParams();
  const [asked] = useState(params);
  const [begun, setBegun] = useState<Partial<Series> | null>(asked.size > 0 ? null : emptySeries);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (asked.size > 0) beginWith(asked).then(setBegun, setError);
  }, [asked]);
  return { begun, error };
}

export default function AddRecurring() {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const { begun, error } = useBeginning();
  if (error !== null) return <ErrorBox error={error} />;
  if (begun === null) return <PageSkeleton shape="form" />;
  return (
    <FormScreen
      title={t('recurring.new')}
      endpoint={recurringInvoices.create}
      initial={begun}
      backTo={recurringInvoicesAddress}
      onSaved={({ id }) => void navigate(recurringInvoiceAddress(id))}
    >
      <RecurringFields />
    </FormScreen>
  );
}
