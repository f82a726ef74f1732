import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts/receipts';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';

const Field = fieldOf(receipts.reverse);

interface ReverseDialogProps {
  receipt: Receipt;
  how: 'reverse' | 'bounce';
  onClose: () => void;
}

/** Undoes a receipt; of a cheque that bounced, what that costs the client may be billed. */
export default function ReverseDialog({ receipt, how, onClose }: ReverseDialogProps) {
  const { t } = useTranslation('billing');
  const { id, number, entity, currency } = receipt;
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
      {how === 'bounce' && <ChargeFields entityId={entity.id} currency={currency} />}
    </FormDialog>
  );
}

function ChargeFields({ entityId, currency }: { entityId: string; currency: string }) {
  const { t } = useTranslation('billing');
  const charge = Form.useWatch<number | null>('charge') ?? 0;
  return (
    <>
      <Field name="charge" label={t('bounce.charge')} hint={t('bounce.chargeMeans')}>
        <MoneyInput currency={currency} />
      </Field>
      {charge > 0 && (
        <Field name="chargeTaxCodeId" label={t('bounce.chargeTax')} isRequired>
          <Lookup kind="tax_codes" entityId={entityId} />
        </Field>
      )}
    </>
  );
}
