import { useTranslation } from 'react-i18next';
import type { ProformaRow } from '@daybook/contracts/billing/proformas';
import { StatusTag, type Tone } from '@daybook/shared/ui/status-tag';

const tones: Record<ProformaRow['status'], Tone> = { issued: 'waiting', converted: 'done', expired: 'draft' };

export function ProformaStatusTag({ status }: { status: ProformaRow['status'] }) {
  const { t } = useTranslation('billing');
  return <StatusTag tone={tones[status]}>{t(`proformaStatus.${status}`)}</StatusTag>;
}
