import { useTranslation } from 'react-i18next';
import type { EnquiryStatus } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';

const tones: Record<EnquiryStatus, Tone> = {
  new: 'info',
  contacted: 'info',
  qualified: 'info',
  proposal_sent: 'waiting',
  on_hold: 'waiting',
  won: 'done',
  lost: 'draft',
};

export function EnquiryStatusTag({ status }: { status: EnquiryStatus }) {
  const { t } = useTranslation('crm');
  return <StatusTag tone={tones[status]}>{t(`enquiryStatus.${status}`)}</StatusTag>;
}
