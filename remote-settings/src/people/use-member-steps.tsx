import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffKind, StaffMember } from '@daybook/contracts/people/staff';
import { notify } from '@daybook/shared/notify';
import { useMay, useMe } from '@daybook/shared/session';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useSave } from '@daybook/shared/form/use-save';
import { keysOf, permissionKeyOf, staff } from '../staff-kinds.ts';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { GivenLink } from './given-link.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';

type Step = 'link' | 'endSessions' | 'handOver' | 'deactivate' | 'reactivate' | 'remove';

/** Nobody can change their own permissions, and a super admin always has all of them. */
export function useMayGrant(kind: StaffKind, member: StaffMember): boolean {
  const holdsKey = useMay(...permissionKeyOf(kind));
  const isSelf = useMe()?.id === member.id;
  return holdsKey && !isSelf && member.userType !== 'super_admin';
}

/** Nobody can lock themselves out. Their own password and sessions are on their profile. */
function useAllowedSteps(kind: StaffKind, { id, status }: StaffMember): Step[] {
  const mayEdit = useMay(...keysOf(kind, 'edit'));
  const mayRemove = useMay(...keysOf(kind, 'delete'));
  const isSelf = useMe()?.id === id;
  const isOff = status === 'deactivated';
  return [
    ...(mayEdit && !isSelf && !isOff ? (['link'] as const) : []),
    ...(mayEdit && !isSelf && status === 'active' ? (['endSessions'] as const) : []),
    ...(mayEdit ? (['handOver'] as const) : []),
    ...(mayEdit && !isSelf ? ([isOff ? 'reactivate' : 'deactivate'] as const) : []),
    ...(mayRemove && !isSelf ? (['remove'] as const) : []),
  ];
}

/** The actions for a person besides editing, and the dialog of the chosen action. */
export function useMemberSteps(kind: StaffKind, member: StaffMember, onRemoved?: () => void) {
  const { t } = useTranslation('settings');
  const { save: reactivate } = useSave(staff[kind].reactivate);
  const [asked, setAsked] = useState<Step | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const { id, name, version, status } = member;
  const labels: Record<Step, string> = {
    link: t(status === 'invited' ? 'link.inviteAgain' : 'link.reset'),
    endSessions: t('endSessions.step'),
    handOver: t('handOver.step'),
    deactivate: t('person.deactivate'),
    reactivate: t('person.reactivate'),
    remove: t('delete'),
  };
  const begin = async (step: Step) => {
    if (step !== 'reactivate') {
      setAsked(step);
      return;
    }
    try {
      await reactivate({ id }, version);
      notify.success(t('person.reactivated', { name }));
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  const close = () => setAsked(null);
  const shared = { kind, member, onClose: close };
  const dialog = (
    <>
      {asked === 'link' && <LinkDialog {...shared} onGiven={setLink} />}
      {asked === 'handOver' && <HandOverDialog {...shared} />}
      {asked === 'deactivate' && <DeactivateDialog {...shared} onHandOver={() => setAsked('handOver')} />}
      {asked === 'endSessions' && <EndSessions {...shared} />}
      {asked === 'remove' && <Remove {...shared} onRemoved={onRemoved} />}
      {link !== null && (
        <GivenLink
          name={name}
          purpose={status === 'invited' ? 'invitation' : 'reset'}
          link={link}
          onClose={() => setLink(null)}
        />
      )}
    </>
  );
  const steps = useAllowedSteps(kind, member).map((step) => ({ step, label: labels[step] }));
  return { steps, begin: (step: Step) => void begin(step), dialog };
}

interface StepProps {
  kind: StaffKind;
  member: StaffMember;
  onClose: () => void;
}

function EndSessions({ kind, member: { id, name }, onClose }: StepProps) {
  const { t } = useTranslation('settings');
  const { save } = useSave(staff[kind].endSessions);
  const run = async () => {
    const { ended } = await save({ id });
    notify.success(t('endSessions.done', { count: ended }));
  };
  return (
    <ConfirmDialog
      question={t('endSessions.question', { name })}
      consequence={t('endSessions.means')}
      verb={t('endSessions.verb')}
      run={run}
      onClose={onClose}
    />
  );
}

function Remove({ kind, member, onClose, onRemoved }: StepProps & { onRemoved: (() => void) | undefined }) {
  const { t } = useTranslation('settings');
  const { save } = useSave(staff[kind].remove);
  const { id, name, version } = member;
  const run = async () => {
    await save({ id }, version);
    notify.success(t('person.deleted', { name }));
    onRemoved?.();
  };
  return (
    <ConfirmDialog
      question={t('person.deleteQuestion', { name })}
      consequence={t('person.deleteMeans')}
      verb={t('delete')}
      typedWord={name}
      run={run}
      onClose={onClose}
    />
  );
}
