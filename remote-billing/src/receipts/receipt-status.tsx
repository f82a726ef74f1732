import { useTranslation } from 'react-i18next';
import type { ReceiptRow } from '@daybook/contracts/billing/receipts/receipts';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';

const tones: Record<ReceiptRow['status'], Tone> = {
  posted: 'done',
  deposited: 'info',
  cleared: 'done',
  bounced: 'overdue',
  reversed: 'draft',
};

export function ReceiptStateTag({
  receipt: { status, mode },
}: {
  receipt: Pick<ReceiptRow, 'status' | 'mode'>;
}) {
  const { t } = useTranslation('billing');
  if (mode === 'cheque' && status === 'posted')
    return <StatusTag tone="waiting">{t('receiptStatus.in_hand')}</StatusTag>;
  return <StatusTag tone={tones[status]}>{t(`receiptStatus.${status}`)}</StatusTag>;
}
