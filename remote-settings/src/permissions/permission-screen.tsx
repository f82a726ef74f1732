import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { grants as endpoints, type Grants } from '@daybook/contracts/people/grants';
import type { StaffKind } from '@daybook/contracts/people/staff';
import { permissions } from '@daybook/contracts/permissions';
import { notify } from '@daybook/shared/notify';
import { useMe } from '@daybook/shared/session';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { LeaveQuestion } from '@daybook/shared/form/leave-question';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ReadView } from '@daybook/shared/read/read-view';
import { useFormKeys } from '@daybook/shared/form/use-form-keys';
import { useRead } from '@daybook/shared/read/use-read';
import { staffAddress, useStaffKind } from '../staff-kinds.ts';
import { PermissionChanges, PermissionConflict, PermissionRisks } from './permission-changes.tsx';
import { PermissionStarts } from './permission-starts.tsx';
import { PermissionTree } from './permission-tree.tsx';
import styles from './permissions.module.css';
import { useTicks, type TicksOfPerson } from './use-ticks.ts';

/** Everything that a person may do, one permission at a time. */
export default function PermissionScreen() {
  const kind = useStaffKind();
  const { id = '' } = useParams();
  const isOwn = useMe()?.id === id;
  const read = useRead(endpoints.open, isOwn ? null : { id });
  if (isOwn) return <OwnPermissions kind={kind} />;
  return (
    <ReadView of={read} shape="form">
      {(grants) => <PermissionForm key={grants.id} grants={grants} kind={kind} />}
    </ReadView>
  );
}

/** Nobody can change their own permissions: the screen shows this at once instead of refusing the save. */
function OwnPermissions({ kind }: { kind: StaffKind }) {
  const { t } = useTranslation('settings');
  return (
    <section aria-labelledby="permissions-title" className={styles.screen}>
      <h1 id="permissions-title" className={styles.title}>
        {t('permission.own')}
      </h1>
      <p>{t('permission.ownMeans')}</p>
      <div>
        <LinkButton to={staffAddress(kind)}>{t(`staff.${kind}.title`)}</LinkButton>
      </div>
    </section>
  );
}

function PermissionForm({ grants, kind }: { grants: Grants; kind: StaffKind }) {
  const { t } = useTranslation('settings');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const box = useRef<HTMLElement>(null);
  const [isAsking, setAsking] = useState(false);
  const ticks = useTicks(grants, pathname, () => {
    notify.success(t('permission.saved', { name: grants.name }));
    void navigate(staffAddress(kind));
  });
  const leave = () => {
    ticks.discard();
    void navigate(staffAddress(kind));
  };
  const cancel = () => (ticks.isDirty ? setAsking(true) : leave());
  useFormKeys(box, { submit: ticks.submit, escape: cancel });
  return (
    <section ref={box} aria-labelledby="permissions-title" className={styles.screen}>
      <header>
        <h1 id="permissions-title" className={styles.title}>
          {t('permission.title', { name: grants.name })}
        </h1>
        <div className={styles.aside}>
          <bdi>{t(`person.types.${grants.userType}`)}</bdi> ·{' '}
          <bdi>{t(`person.scopeMeans.${grants.scope}`)}</bdi>
        </div>
      </header>
      <Notices ticks={ticks} />
      <div className={styles.columns}>
        <div className={styles.stack}>
          <PermissionStarts onStart={ticks.startFrom} />
          <PermissionTree of={ticks} />
        </div>
        <aside className={styles.beside}>
          <PermissionRisks ticks={ticks.ticks} />
          <PermissionChanges difference={ticks.difference} />
        </aside>
      </div>
      <Footer ticks={ticks} onCancel={cancel} />
      <LeaveQuestion isOpen={isAsking} onStay={() => setAsking(false)} onLeave={leave} />
    </section>
  );
}

function Notices({ ticks }: { ticks: TicksOfPerson }) {
  const { t } = useTranslation('settings');
  return (
    <>
      {ticks.isRestored && (
        <Alert
          type="info"
          showIcon
          title={t('permission.restored')}
          action={<Button onClick={ticks.startAfresh}>{t('permission.startAfresh')}</Button>}
        />
      )}
      {ticks.conflict && <PermissionConflict conflict={ticks.conflict} />}
      {ticks.refusal !== null && <ErrorBox error={ticks.refusal} />}
      {ticks.grantable.size < permissions.length && (
        <Alert type="info" showIcon title={t('permission.onlyYours')} />
      )}
    </>
  );
}

function Footer({ ticks, onCancel }: { ticks: TicksOfPerson; onCancel: () => void }) {
  const { t } = useTranslation('settings');
  const { added, removed } = ticks.difference;
  return (
    <footer className={styles.footer}>
      <Button type="primary" disabled={!ticks.isDirty} loading={ticks.isSaving} onClick={ticks.submit}>
        {t('save')}
      </Button>
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <output className={styles.aside}>
        <bdi>{t('permission.held', { held: ticks.ticks.size, all: permissions.length })}</bdi>
        {ticks.isDirty && (
          <>
            {' · '}
            <bdi>{t('permission.changes', { count: added.length + removed.length })}</bdi>
          </>
        )}
      </output>
    </footer>
  );
}
