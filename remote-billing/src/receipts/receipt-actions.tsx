import Button from 'antd/es/button';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts';
import { notify } from '@daybook/shared/notify';
import { useMay, useMe } from '@daybook/shared/session';
import { DateInput } from '@daybook/shared/ui/date-input';
import { fieldOf } from '@daybook/shared/ui/field';
import { FormDialog } from '@daybook/shared/ui/form-dialog';
import { PdfButton } from '../common/pdf-button.tsx';
import { today } from '@daybook/shared/today';
import { AllocateDialog } from './allocate-dialog.tsx';

/** What can be done with a receipt; only admins undo one. */
export function ReceiptActions({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('billing');
  const userType = useMe()?.userType;
  const isAdmin = userType === 'super_admin' || userType === 'admin';
  const isPosted = receipt.state === 'posted';
  const mayAllocate = useMay('receipts.add') && isPosted && receipt.unallocated > 0;
  const [asked, setAsked] = useState<'allocate' | 'reverse' | 'bounce' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      {mayAllocate && (
        <Button type="primary" onClick={() => setAsked('allocate')}>
          {t('allocate.rest')}
        </Button>
      )}
      <PdfButton endpoint={receipts.pdf} input={{ id: receipt.id }} />
      {isAdmin && isPosted && receipt.mode === 'cheque' && (
        <Button danger onClick={() => setAsked('bounce')}>
          {t('bounce.verb')}
        </Button>
      )}
      {isAdmin && isPosted && (
        <Button danger onClick={() => setAsked('reverse')}>
          {t('reverse.verb')}
        </Button>
      )}
      {asked === 'allocate' && <AllocateDialog receipt={receipt} onClose={close} />}
      {(asked === 'reverse' || asked === 'bounce') && (
        <ReverseDialog receipt={receipt} how={asked} onClose={close} />
      )}
    </>
  );
}

const Field = fieldOf(receipts.reverse);

interface ReverseDialogProps {
  receipt: Receipt;
  how: 'reverse' | 'bounce';
  onClose: () => void;
}

function ReverseDialog({ receipt, how, onClose }: ReverseDialogProps) {
  const { t } = useTranslation('billing');
  const { id, number } = receipt;
  return (
    <FormDialog
      title={t(`${how}.question`, { number })}
      consequence={t('reverse.means')}
      endpoint={receipts.reverse}
      initial={{ date: today() }}
      fixed={{ id, bounced: how === 'bounce' }}
      verb={t(`${how}.verb`)}
      isDangerous
      onSaved={() => {
        notify.success(t(`${how}.done`, { number }));
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="date" label={t('date')}>
        <DateInput />
      </Field>
      <Field name="reason" label={t('reason')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
