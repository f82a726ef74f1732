import { useTranslation } from 'react-i18next';
import type { UserStatus } from '@daybook/contracts/people/staff';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';

const tones: Record<UserStatus, Tone> = { invited: 'waiting', active: 'done', deactivated: 'draft' };

export function MemberStatus({ status }: { status: UserStatus }) {
  const { t } = useTranslation('settings');
  return <StatusTag tone={tones[status]}>{t(`person.statuses.${status}`)}</StatusTag>;
}
