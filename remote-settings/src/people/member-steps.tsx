import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import type { StaffKind, StaffMember } from '@daybook/contracts/people/staff';
import { RowMenu } from '@daybook/shared/list/row-menu';
import { LinkButton } from '@daybook/shared/record/link-button';
import { MoreActions } from '@daybook/shared/list/more-actions';
import { permissionsAddress } from '../staff-kinds.ts';
import styles from './people.module.css';
import { useMemberSteps, useMayGrant } from './use-member-steps.tsx';

interface MemberProps {
  kind: StaffKind;
  member: StaffMember;
}

/** In a row: the permissions as a button, the other actions in a menu. */
export function MemberMenu({ kind, member }: MemberProps) {
  const { t } = useTranslation('settings');
  const mayGrant = useMayGrant(kind, member);
  const { steps, begin, dialog } = useMemberSteps(kind, member);
  const items = steps.map(({ step, label }) => ({
    key: step,
    label,
    danger: step === 'remove',
    onClick: () => begin(step),
  }));
  return (
    <div className={styles.actions}>
      {mayGrant && (
        <LinkButton size="small" to={permissionsAddress(kind, member.id)}>
          {t('person.permissions')}
        </LinkButton>
      )}
      {items.length > 0 && <RowMenu label={t('person.more', { name: member.name })} items={items} />}
      {dialog}
    </div>
  );
}

/** On the person's own page: every action as a button. */
export function MemberSteps({ kind, member, onRemoved }: MemberProps & { onRemoved: () => void }) {
  const { t } = useTranslation('settings');
  const mayGrant = useMayGrant(kind, member);
  const { steps, begin, dialog } = useMemberSteps(kind, member, onRemoved);
  return (
    <div className={styles.steps}>
      {mayGrant && (
        <LinkButton type="primary" to={permissionsAddress(kind, member.id)}>
          {t('person.permissions')}
        </LinkButton>
      )}
      {steps
        .filter(({ step }) => step !== 'remove')
        .map(({ step, label }) => (
          <Button key={step} onClick={() => begin(step)}>
            {label}
          </Button>
        ))}
      <MoreActions
        actions={steps
          .filter(({ step }) => step === 'remove')
          .map(({ step, label }) => ({ key: step, label, begin: () => begin(step) }))}
      />
      {dialog}
    </div>
  );
}
