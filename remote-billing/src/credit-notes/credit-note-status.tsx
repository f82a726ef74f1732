import { useTranslation } from 'react-i18next';
import type { CreditNoteRow } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';

/** An unused credit note is shown as waiting. No credit note is ever overdue. */
const tones: Record<CreditNoteRow['status'], Tone> = {
  draft: 'draft',
  issued: 'waiting',
  part_applied: 'waiting',
  applied: 'done',
  refunded: 'done',
  void: 'draft',
};

export function CreditNoteStatusTag({ status }: { status: CreditNoteRow['status'] }) {
  const { t } = useTranslation('billing');
  return <StatusTag tone={tones[status]}>{t(`creditStatus.${status}`)}</StatusTag>;
}
