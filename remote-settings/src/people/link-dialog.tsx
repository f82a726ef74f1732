import Checkbox from 'antd/es/checkbox';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffKind, StaffMember } from '@daybook/contracts/people/staff';
import { notify } from '@daybook/shared/notify';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { useSave } from '@daybook/shared/form/use-save';
import { staff } from '../staff-kinds.ts';

interface LinkDialogProps {
  kind: StaffKind;
  member: StaffMember;
  /** Called with the link if there is no mail server to send it. */
  onGiven: (link: string) => void;
  onClose: () => void;
}

/** Sends the invitation again, or a link to choose a new password. */
export function LinkDialog({ kind, member, onGiven, onClose }: LinkDialogProps) {
  const { t } = useTranslation('settings');
  const { save } = useSave(staff[kind].reset);
  const [resetTotp, setResetTotp] = useState(false);
  const { name, email, hasTotp } = member;
  const isInvited = member.status === 'invited';
  const run = async () => {
    const { link } = await save({ id: member.id, resetTotp });
    if (link === null) notify.success(t('link.sent', { email }));
    else onGiven(link);
  };
  return (
    <ConfirmDialog
      isDangerous={false}
      question={t(isInvited ? 'link.inviteQuestion' : 'link.resetQuestion', { name })}
      consequence={t(isInvited ? 'link.inviteMeans' : 'link.resetMeans', { email })}
      verb={t('link.send')}
      run={run}
      onClose={onClose}
    >
      {hasTotp && (
        <Checkbox checked={resetTotp} onChange={(event) => setResetTotp(event.target.checked)}>
          {t('link.resetTotp')}
        </Checkbox>
      )}
    </ConfirmDialog>
  );
}
