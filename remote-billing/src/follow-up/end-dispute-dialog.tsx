import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { disputes, type FollowUpBasis } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { notify } from '@daybook/shared/notify';
import { amountText } from '@daybook/shared/record/amount';
import { LongText } from '@daybook/shared/inputs/long-text';
import type { StepProps } from './steps.ts';

const Field = fieldOf(disputes.takeBack);

/** Withdraws a dispute of a client; if it has several, the invoice is chosen. */
export function EndDisputeDialog({ basis, onDone, onClose }: StepProps & { basis: FollowUpBasis }) {
  const { t } = useTranslation('billing');
  const live = basis.invoices.flatMap(({ disputeId, ...invoice }) =>
    disputeId === null ? [] : [{ ...invoice, disputeId }],
  );
  const [chosen, setChosen] = useState(live[0]);
  const number = chosen?.number ?? '';
  return (
    <FormDialog
      title={chosen ? t('followUp.takeBackOf', { number }) : basis.client.label}
      {...(chosen === undefined && { consequence: t('followUp.nothingDisputed') })}
      endpoint={disputes.takeBack}
      initial={chosen ? { id: chosen.disputeId } : {}}
      verb={t('followUp.takeBack')}
      onSaved={() => {
        notify.success(t('followUp.takeBackDone', { number }));
        onDone();
      }}
      onClose={onClose}
    >
      {live.length > 1 && (
        <Field name="id" label={t('followUp.invoice')}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(id: string) => setChosen(live.find(({ disputeId }) => disputeId === id))}
            options={live.map(({ disputeId, number, disputed, currency }) => ({
              value: disputeId,
              label: `${number} · ${amountText(disputed, currency)}`,
            }))}
          />
        </Field>
      )}
      <Field name="note" label={t('followUp.note')}>
        <LongText rows={[2, 8]} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
