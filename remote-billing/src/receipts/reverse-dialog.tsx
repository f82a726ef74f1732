import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts/receipts';
import { fieldOf } from '@daybook/shared/form/field';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { DatedStepDialog } from '../common/dated-step-dialog.tsx';

const Field = fieldOf(receipts.reverse);

interface ReverseDialogProps {
  receipt: Receipt;
  how: 'reverse' | 'bounce';
  onClose: () => void;
}

/** Reverses a receipt. For a bounced cheque, it also asks what to charge the client. */
export default function ReverseDialog({ receipt, how, onClose }: ReverseDialogProps) {
  const { t } = useTranslation('billing');
  const { id, number, entity, currency } = receipt;
  return (
    <DatedStepDialog
      title={t(`${how}.question`, { number })}
      consequence={t('reverse.means')}
      endpoint={receipts.reverse}
      fixed={{ id, bounced: how === 'bounce' }}
      verb={t(`${how}.verb`)}
      isDangerous
      done={() => t(`${how}.done`, { number })}
      onClose={onClose}
    >
      {how === 'bounce' && <ChargeFields entityId={entity.id} currency={currency} />}
    </DatedStepDialog>
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
          <Lookup kind="tax_code" entityId={entityId} />
        </Field>
      )}
    </>
  );
}
