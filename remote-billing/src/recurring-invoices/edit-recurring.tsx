import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import {
  recurringInvoices,
  type RecurringInvoice,
} from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { laterPart } from '@daybook/shared/read/later-part';
import { useMay } from '@daybook/shared/session';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { recurringInvoiceAddress } from '../common/addresses.ts';
import { valuesOf } from './form-values.ts';
import { RecurringRecord } from './recurring-record.tsx';

const RecurringFields = laterPart(
  async () => ({ default: (await import('./recurring-fields.tsx')).RecurringFields }),
  { waiting: <PageSkeleton shape="form" /> },
);

/** The record of a series; with `?terms`, the form of its terms. */
export default function EditRecurring() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const isEditing = useMay('recurring_invoices.edit') && params.has('terms');
  return (
    <ReadView of={useRead(recurringInvoices.open, { id })} shape={isEditing ? 'form' : 'record'}>
      {(series) =>
        // A subscription keeps the terms of its invoices.
        isEditing && series.subscription === null ? (
          <TermsForm series={series} />
        ) : (
          <RecurringRecord series={series} />
        )
      }
    </ReadView>
  );
}

function TermsForm({ series }: { series: RecurringInvoice }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const { id, version, title, client, hasRun } = series;
  return (
    <FormScreen
      title={t('recurring.edit', { title, client: client.label })}
      endpoint={recurringInvoices.edit}
      initial={valuesOf(series)}
      fixed={{ id }}
      version={version}
      valuesOf={valuesOf}
      backTo={recurringInvoiceAddress(id)}
      // A changed rule continues as a new series.
      onSaved={(saved) => void navigate(recurringInvoiceAddress(saved.id))}
    >
      <RecurringFields clientId={client.id} hasRun={hasRun} />
    </FormScreen>
  );
}
