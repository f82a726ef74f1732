import { useTranslation } from 'react-i18next';
import type { ReceiptRow } from '@daybook/contracts/billing/receipts';
import { StatusTag, type Tone } from '@daybook/shared/ui/status-tag';

const tones: Record<ReceiptRow['state'], Tone> = { posted: 'done', bounced: 'overdue', reversed: 'draft' };

export function ReceiptStateTag({ state }: { state: ReceiptRow['state'] }) {
  const { t } = useTranslation('billing');
  return <StatusTag tone={tones[state]}>{t(`receiptState.${state}`)}</StatusTag>;
}
