import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { disputes, type FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { notify } from '@daybook/shared/notify';
import { amountText } from '@daybook/shared/record/amount';
import { today } from '@daybook/shared/today';
import { LongText } from '@daybook/shared/inputs/long-text';
import type { StepProps } from './steps.ts';

const Field = fieldOf(disputes.create);

interface DisputeDialogProps extends StepProps {
  basis: FollowUpBasis;
  /** What the client said, if it was noted already. */
  reason?: string | null;
}

/** Records that a client disputes an open invoice, or a part of it. */
export function DisputeDialog({ basis, reason = null, onDone, onClose }: DisputeDialogProps) {
  const { t } = useTranslation('billing');
  const open = basis.invoices.filter(({ disputeId }) => disputeId === null);
  const [chosen, setChosen] = useState(open[0]);
  return (
    <FormDialog
      title={t('followUp.disputeOf', { client: basis.client.label })}
      consequence={t(open.length === 0 ? 'followUp.nothingToDispute' : 'followUp.disputeMeans')}
      endpoint={disputes.create}
      initial={{
        ...(chosen && { invoiceId: chosen.id }),
        fromOn: today(),
        ...(reason && { reason: reason.slice(0, 500) }),
      }}
      verb={t('followUp.disputeVerb')}
      onSaved={() => {
        notify.success(t('followUp.disputeDone', { number: chosen?.number ?? '' }));
        onDone();
      }}
      onClose={onClose}
    >
      <Field name="invoiceId" label={t('followUp.invoice')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(id: string) => setChosen(open.find((invoice) => invoice.id === id))}
          options={open.map(({ id, number, outstanding, currency }) => ({
            value: id,
            label: `${number} · ${amountText(outstanding, currency)}`,
          }))}
        />
      </Field>
      <Field name="amount" label={t('followUp.disputedAmount')} hint={t('followUp.wholeIfEmpty')}>
        <MoneyInput currency={chosen?.currency ?? ''} />
      </Field>
      <Field name="reason" label={t('reason')}>
        <LongText rows={[2, 8]} maxLength={500} />
      </Field>
      <Field name="fromOn" label={t('followUp.since')}>
        <DateInput />
      </Field>
    </FormDialog>
  );
}
