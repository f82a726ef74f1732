import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { amountText } from '@daybook/shared/record/amount';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { proformaAddress } from '../common/addresses.ts';

const Field = fieldOf(proformas.issue);

const inThirtyDays = (): string =>
  new Date(Date.parse(`${today()}T00:00:00Z`) + 30 * 86_400_000).toISOString().slice(0, 10);

/** Issues the current content of the draft to the client as a proforma with its own number. */
export default function ProformaDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const { id, version, client, payable, currency } = invoice;
  return (
    <FormDialog
      title={t('proforma.question', { client: client.label, amount: amountText(payable, currency) })}
      consequence={t('proforma.means')}
      endpoint={proformas.issue}
      initial={{ validUntil: inThirtyDays() }}
      fixed={{ id }}
      version={version}
      verb={t('proforma.verb')}
      onSaved={(proforma) => {
        notify.success(t('proforma.done', { number: proforma.number }));
        onClose();
        void navigate(proformaAddress(proforma.id));
      }}
      onClose={onClose}
    >
      <Field name="validUntil" label={t('proforma.validUntil')}>
        <DateInput />
      </Field>
    </FormDialog>
  );
}
