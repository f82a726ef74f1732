import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { cheques } from '@daybook/contracts/billing/cheques';
import type { Receipt } from '@daybook/contracts/billing/receipts';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { today } from '@daybook/shared/today';
import { DateInput } from '@daybook/shared/ui/date-input';
import { fieldOf } from '@daybook/shared/ui/field';
import { FormDialog } from '@daybook/shared/ui/form-dialog';
import { receiptAddress } from '../common/addresses.ts';

type Step = keyof typeof cheques;

/** The step that a cheque waits for; null when there is none. */
function nextStep({ mode, state, depositedAgain }: Receipt): Step | null {
  if (mode !== 'cheque') return null;
  if (state === 'posted') return 'deposit';
  if (state === 'deposited') return 'clear';
  return state === 'bounced' && depositedAgain === null ? 'redeposit' : null;
}

export function ChequeActions({ receipt, isNext }: { receipt: Receipt; isNext: boolean }) {
  const { t } = useTranslation('billing');
  const may = useMay('receipts.add');
  const [asked, setAsked] = useState<Step | null>(null);
  const step = nextStep(receipt);
  const close = () => setAsked(null);
  return (
    <>
      {may && step !== null && (
        <Button type={isNext ? 'primary' : 'default'} onClick={() => setAsked(step)}>
          {t(`cheque.${step}.verb`)}
        </Button>
      )}
      {asked !== null && asked !== 'redeposit' && (
        <StepDialog step={asked} receipt={receipt} onClose={close} />
      )}
      {asked === 'redeposit' && <RedepositDialog receipt={receipt} onClose={close} />}
    </>
  );
}

interface DialogProps {
  receipt: Receipt;
  onClose: () => void;
}

const Field = fieldOf(cheques.deposit);

function StepDialog({ step, receipt, onClose }: DialogProps & { step: 'deposit' | 'clear' }) {
  const { t } = useTranslation('billing');
  const { id, number } = receipt;
  return (
    <FormDialog
      title={t(`cheque.${step}.question`, { number })}
      consequence={t(`cheque.${step}.means`)}
      endpoint={cheques[step]}
      initial={{ date: today() }}
      fixed={{ id }}
      verb={t(`cheque.${step}.verb`)}
      onSaved={() => {
        notify.success(t(`cheque.${step}.done`, { number }));
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="date" label={t('date')}>
        <DateInput />
      </Field>
    </FormDialog>
  );
}

const AgainField = fieldOf(cheques.redeposit);

function RedepositDialog({ receipt, onClose }: DialogProps) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const { id, number } = receipt;
  return (
    <FormDialog
      title={t('cheque.redeposit.question', { number })}
      consequence={t('cheque.redeposit.means')}
      endpoint={cheques.redeposit}
      initial={{ receiptDate: today() }}
      fixed={{ id }}
      verb={t('cheque.redeposit.verb')}
      onSaved={(again) => {
        notify.success(t('cheque.redeposit.done', { number: again.number }));
        onClose();
        void navigate(receiptAddress(again.id));
      }}
      onClose={onClose}
    >
      <AgainField name="receiptDate" label={t('date')}>
        <DateInput />
      </AgainField>
    </FormDialog>
  );
}
