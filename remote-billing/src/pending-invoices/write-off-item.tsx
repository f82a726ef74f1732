import { useTranslation } from 'react-i18next';
import { pendingInvoices, type PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { amountText } from '@daybook/shared/record/amount';
import { DatedStepDialog } from '../common/dated-step-dialog.tsx';

/** Writes a pending item off. A disbursement is posted as a loss on a day; other work posts nothing. */
export function WriteOffItem({ item, onClose }: { item: PendingItem; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { id, version, description, amount, currency } = item;
  const isDisbursement = item.kind === 'disbursement';
  return (
    <DatedStepDialog
      title={t('pending.writeOffQuestion', { what: description, amount: amountText(amount, currency) })}
      {...(isDisbursement && { consequence: t('pending.writeOffLoss') })}
      endpoint={pendingInvoices.writeOff}
      fixed={{ id }}
      version={version}
      verb={t('pending.writeOff')}
      isDangerous
      isDated={isDisbursement}
      done={() => t('pending.writtenOff')}
      onClose={onClose}
    />
  );
}
