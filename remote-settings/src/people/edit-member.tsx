import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { StaffKind, StaffMember } from '@daybook/contracts/people/staff';
import { isLanguage } from '@daybook/shared/i18n';
import { InstantText } from '@daybook/shared/record/date-text';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { RecordHistory } from '@daybook/shared/history/history';
import type { HistoryWords } from '@daybook/shared/history/history-event';
import { languageName } from '@daybook/shared/inputs/code-names';
import { ReadView } from '@daybook/shared/read/read-view';
import { Facts, RecordSection } from '@daybook/shared/record/record-screen';
import { useRead } from '@daybook/shared/read/use-read';
import { staff, staffAddress, useStaffKind } from '../staff-kinds.ts';
import { MemberFields } from './member-fields.tsx';
import { MemberStatus } from './member-status.tsx';
import { MemberSteps } from './member-steps.tsx';
import styles from './people.module.css';

const valuesOf = ({ departments, manager, ...member }: StaffMember) => ({
  name: member.name,
  email: member.email,
  phone: member.phone,
  locale: member.locale,
  departmentIds: departments.map(({ id }) => id),
  managerId: manager?.id ?? null,
  scope: member.scope,
  joinedOn: member.joinedOn,
  leftOn: member.leftOn,
});

/** Only the list of admins contains two types of user. */
const valuesOfAdmin = (member: StaffMember) => ({ ...valuesOf(member), userType: member.userType });

/** The history shows these columns of a person, under these labels. */
const fieldWords = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  locale: 'locale',
  userType: 'type',
  scope: 'scope',
  joinedOn: 'joinedOn',
  leftOn: 'leftOn',
  manager: 'manager',
} as const;

const isShown = (name: string): name is keyof typeof fieldWords => name in fieldWords;

function useHistoryWords(): HistoryWords {
  const { t } = useTranslation('settings');
  return {
    field: (name) => (isShown(name) ? t(`person.${fieldWords[name]}`) : null),
    status: (status) => t(`person.statuses.${status}`),
    value: (field, text) => {
      if (field === 'scope') return t(`person.scopes.${text}`);
      if (field === 'userType') return t(`person.types.${text}`);
      return field === 'locale' && isLanguage(text) ? languageName(text) : null;
    },
  };
}

export default function EditMember() {
  const kind = useStaffKind();
  const words = useHistoryWords();
  const { id = '' } = useParams();
  const read = useRead(staff[kind].open, { id });
  return (
    <ReadView of={read} shape="form">
      {(member) => (
        <div className={styles.columns}>
          {/* An action creates a new version, so the form remounts with it. */}
          <MemberForm key={member.version} kind={kind} member={member} />
          <aside className={styles.stack}>
            <Status kind={kind} member={member} />
            <RecordHistory kind="person" id={member.id} words={words} />
          </aside>
        </div>
      )}
    </ReadView>
  );
}

interface MemberProps {
  kind: StaffKind;
  member: StaffMember;
}

function MemberForm({ kind, member }: MemberProps) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const values = kind === 'admins' ? valuesOfAdmin : valuesOf;
  return (
    <FormScreen
      title={t('person.edit', { name: member.name })}
      endpoint={staff[kind].edit}
      initial={values(member)}
      fixed={{ id: member.id }}
      version={member.version}
      valuesOf={values}
      backTo={staffAddress(kind)}
      onSaved={() => void navigate(staffAddress(kind))}
    >
      <MemberFields kind={kind} />
    </FormScreen>
  );
}

function Status({ kind, member }: MemberProps) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const { status, hasTotp, lastSignInAt } = member;
  return (
    <RecordSection title={t('person.status')} extra={<MemberStatus status={status} />}>
      <div className={styles.stack}>
        <Facts
          facts={[
            {
              label: t('person.lastSignIn'),
              value: lastSignInAt === null ? t('person.never') : <InstantText at={lastSignInAt} />,
            },
            { label: t('person.totp'), value: t(hasTotp ? 'person.on' : 'person.off') },
          ]}
        />
        <MemberSteps kind={kind} member={member} onRemoved={() => void navigate(staffAddress(kind))} />
      </div>
    </RecordSection>
  );
}
