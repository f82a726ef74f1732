import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts/receipts';
import type { Reference } from '@daybook/contracts/fields';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { today } from '@daybook/shared/today';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { useRead } from '@daybook/shared/read/use-read';
import { DatedStepDialog } from '../common/dated-step-dialog.tsx';
import { useOnlyAccount } from '../common/use-only-account.ts';
import { RedepositDialog } from './redeposit-dialog.tsx';

type Step = keyof typeof cheques;

/** The next step of a cheque; null if there is none. */
function nextStep({ mode, status, depositedAgain }: Receipt): Step | null {
  if (mode !== 'cheque') return null;
  if (status === 'posted') return 'deposit';
  if (status === 'deposited') return 'clear';
  return status === 'bounced' && depositedAgain === null ? 'redeposit' : null;
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
      {asked === 'deposit' && <DepositDialog receipt={receipt} onClose={close} />}
      {asked === 'clear' && <ClearDialog receipt={receipt} onClose={close} />}
      {asked === 'redeposit' && <RedepositDialog receipt={receipt} onClose={close} />}
    </>
  );
}

interface DialogProps {
  receipt: Receipt;
  onClose: () => void;
}

const DepositField = fieldOf(cheques.deposit);

function DepositDialog({ receipt, onClose }: DialogProps) {
  const { t } = useTranslation('billing');
  const { id, number, entity, bankAccount } = receipt;
  const basis = useRead(receipts.basis, { entityId: entity.id });
  return (
    <FormDialog
      title={t('cheque.deposit.question', { number })}
      consequence={t('cheque.deposit.means')}
      endpoint={cheques.deposit}
      initial={{ date: today(), bankAccountId: bankAccount?.id ?? null }}
      fixed={{ id }}
      verb={t('cheque.deposit.verb')}
      onSaved={() => {
        notify.success(t('cheque.deposit.done', { number }));
        onClose();
      }}
      onClose={onClose}
    >
      <DepositField name="date" label={t('date')}>
        <DateInput />
      </DepositField>
      {basis.data && basis.data.bankAccounts.length > 0 && (
        <AccountField bankAccounts={basis.data.bankAccounts} />
      )}
    </FormDialog>
  );
}

function AccountField({ bankAccounts }: { bankAccounts: readonly Reference[] }) {
  const { t } = useTranslation('billing');
  useOnlyAccount(true, bankAccounts);
  return (
    <DepositField name="bankAccountId" label={t('receipt.bankAccount')}>
      <ClearableSelect options={bankAccounts.map(({ id, label }) => ({ value: id, label }))} />
    </DepositField>
  );
}

function ClearDialog({ receipt, onClose }: DialogProps) {
  const { t } = useTranslation('billing');
  const { id, number } = receipt;
  return (
    <DatedStepDialog
      title={t('cheque.clear.question', { number })}
      consequence={t('cheque.clear.means')}
      endpoint={cheques.clear}
      fixed={{ id }}
      verb={t('cheque.clear.verb')}
      done={() => t('cheque.clear.done', { number })}
      onClose={onClose}
    />
  );
}
