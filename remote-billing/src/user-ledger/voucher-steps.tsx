import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  staffVouchers,
  type StaffVoucher,
  type StaffVoucherRow,
  type StaffVoucherStep,
} from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { useSave } from '@daybook/shared/form/use-save';
import { MoreActions } from '@daybook/shared/list/more-actions';
import { notify } from '@daybook/shared/notify';
import { amountText } from '@daybook/shared/record/amount';
import { dateText } from '@daybook/shared/record/date-text';
import { DatedStepDialog } from '../common/dated-step-dialog.tsx';
import { PdfButton } from '../common/pdf-button.tsx';

interface DialogProps<Voucher> {
  voucher: Voucher;
  onClose: () => void;
}

/** Says that the cash has arrived, which posts the hand-over. */
export function ConfirmCash({ voucher, onClose }: DialogProps<StaffVoucherRow>) {
  const { t } = useTranslation('billing');
  const { save } = useSave(staffVouchers.confirm);
  const { id, version, amount, currency, person, receiver, date } = voucher;
  const means = receiver === null ? 'userLedger.confirmBankMeans' : 'userLedger.confirmMeans';
  return (
    <ConfirmDialog
      question={t('userLedger.confirmQuestion', { amount: amountText(amount, currency), name: person.label })}
      consequence={t(means, { date: dateText(date) })}
      verb={t('userLedger.step.confirm')}
      isDangerous={false}
      run={async () => {
        const { number } = await save({ id }, version);
        notify.success(t('userLedger.confirmed', { number }));
      }}
      onClose={onClose}
    />
  );
}

function WithdrawCash({ voucher, onClose }: DialogProps<StaffVoucher>) {
  const { t } = useTranslation('billing');
  const { save } = useSave(staffVouchers.withdraw);
  const { id, version, amount, currency, person } = voucher;
  return (
    <ConfirmDialog
      question={t('userLedger.withdrawQuestion', { amount: amountText(amount, currency) })}
      consequence={t('userLedger.withdrawMeans', { name: person.label })}
      verb={t('userLedger.step.withdraw')}
      isDangerous={false}
      run={async () => {
        await save({ id }, version);
        notify.success(t('userLedger.withdrawn'));
      }}
      onClose={onClose}
    />
  );
}

function ReverseVoucher({ voucher, onClose }: DialogProps<StaffVoucher>) {
  const { t } = useTranslation('billing');
  const { id, version, number, amount, currency, kind } = voucher;
  return (
    <DatedStepDialog
      title={t('userLedger.reverseQuestion', { number, amount: amountText(amount, currency) })}
      consequence={t(kind === 'settlement' ? 'userLedger.reversePaid' : 'userLedger.reverseMeans')}
      endpoint={staffVouchers.reverse}
      fixed={{ id }}
      version={version}
      verb={t('userLedger.step.reverse')}
      isDangerous
      done={() => t('userLedger.reversed', { number })}
      onClose={onClose}
    />
  );
}

const dialogs = { confirm: ConfirmCash, withdraw: WithdrawCash, reverse: ReverseVoucher };

/** The steps that the server offers this person, the likeliest first. */
export function VoucherSteps({ voucher }: { voucher: StaffVoucher }) {
  const { t } = useTranslation('billing');
  const [asked, setAsked] = useState<StaffVoucherStep | null>(null);
  const { steps, number, id } = voucher;
  const close = () => setAsked(null);
  const Dialog = asked === null ? null : dialogs[asked];
  return (
    <>
      {steps
        .filter((step) => step !== 'reverse')
        .map((step) => (
          <Button key={step} type={step === 'confirm' ? 'primary' : 'default'} onClick={() => setAsked(step)}>
            {t(`userLedger.step.${step}`)}
          </Button>
        ))}
      {number !== null && <PdfButton endpoint={staffVouchers.pdf} input={{ id }} />}
      <MoreActions
        actions={steps
          .filter((step) => step === 'reverse')
          .map((key) => ({ key, label: t(`userLedger.step.${key}`), begin: () => setAsked(key) }))}
      />
      {Dialog !== null && <Dialog voucher={voucher} onClose={close} />}
    </>
  );
}
