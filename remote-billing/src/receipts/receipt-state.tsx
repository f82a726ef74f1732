import { useTranslation } from 'react-i18next';
import type { ReceiptRow } from '@daybook/contracts/billing/receipts/receipts';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';

const tones: Record<ReceiptRow['state'], Tone> = {
  posted: 'done',
  deposited: 'info',
  cleared: 'done',
  bounced: 'overdue',
  reversed: 'draft',
};

export function ReceiptStateTag({
  receipt: { state, mode },
}: {
  receipt: Pick<ReceiptRow, 'state' | 'mode'>;
}) {
  const { t } = useTranslation('billing');
  if (mode === 'cheque' && state === 'posted')
    return <StatusTag tone="waiting">{t('receiptState.in_hand')}</StatusTag>;
  return <StatusTag tone={tones[state]}>{t(`receiptState.${state}`)}</StatusTag>;
}
