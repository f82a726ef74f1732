import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { staffKinds, type StaffKind, type managers } from '@daybook/contracts/people/staff';
import { presets } from '@daybook/contracts/permissions';
import { currentLanguage } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { permissionKeyOf, permissionsAddress, staff, staffAddress, useStaffKind } from '../staff-kinds.ts';
import { GivenLink } from './given-link.tsx';
import { MemberFields } from './member-fields.tsx';

export default function AddMember() {
  const kind = useStaffKind();
  return <NewMember key={kind} kind={kind} />;
}

interface Given {
  name: string;
  link: string;
  goOn: () => void;
}

function NewMember({ kind }: { kind: StaffKind }) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const mayGrant = useMay(...permissionKeyOf(kind));
  const [given, setGiven] = useState<Given | null>(null);
  const [userType] = staffKinds[kind];
  const invited =
    (addressOf: (id: string) => string) =>
    ({ member: { id, name, email }, link }: OutputOf<typeof managers.create>) => {
      const goOn = () => void navigate(addressOf(id), { replace: true });
      if (link !== null) {
        setGiven({ name, link, goOn });
        return;
      }
      notify.success(t('link.invited', { email }));
      goOn();
    };
  return (
    <>
      <FormScreen
        title={t(`staff.${kind}.add`)}
        endpoint={staff[kind].create}
        initial={{
          scope: presets[userType].scope,
          locale: currentLanguage(),
          ...(kind === 'admins' && { userType }),
        }}
        backTo={staffAddress(kind)}
        verb={t('person.invite')}
        onSaved={invited(() => staffAddress(kind))}
        {...(mayGrant && {
          also: { verb: t('person.inviteAndGrant'), onSaved: invited((id) => permissionsAddress(kind, id)) },
        })}
      >
        <MemberFields kind={kind} isNew />
      </FormScreen>
      {given !== null && (
        <GivenLink name={given.name} purpose="invitation" link={given.link} onClose={given.goOn} />
      )}
    </>
  );
}
