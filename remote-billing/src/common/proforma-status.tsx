import { useTranslation } from 'react-i18next';
import type { ProformaRow } from '@daybook/contracts/billing/proformas/proformas';
import { today } from '@daybook/shared/today';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';

const tones: Record<ProformaRow['status'], Tone> = { issued: 'waiting', converted: 'done', expired: 'draft' };

type ProformaStatusTagProps = Pick<ProformaRow, 'status' | 'validUntil'>;

/** A proforma that ended before its last day was replaced by a later one. */
export function ProformaStatusTag({ status, validUntil }: ProformaStatusTagProps) {
  const { t } = useTranslation('billing');
  const shown = status === 'expired' && validUntil >= today() ? 'replaced' : status;
  return <StatusTag tone={tones[status]}>{t(`proformaStatus.${shown}`)}</StatusTag>;
}
