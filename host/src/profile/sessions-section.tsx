import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { account, type OpenSession } from '@daybook/contracts/auth/account';
import { notify } from '@daybook/shared/notify';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { InstantText } from '@daybook/shared/record/date-text';
import { ReadView } from '@daybook/shared/read/read-view';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { deviceName } from './device-name.ts';
import { Section } from './section.tsx';
import css from './profile.module.css';

/** The places where this person is signed in. Each session can be ended from here. */
export function SessionsSection() {
  const { t } = useTranslation('personal');
  const sessions = useRead(account.sessions, {});
  const { save: endOthers } = useSave(account.endOthers);
  const hasOthers = sessions.data?.rows.some(({ isCurrent }) => !isCurrent) ?? false;
  const actions = hasOthers && (
    <ConfirmButton
      question={t('sessions.endOthersQuestion')}
      consequence={t('sessions.endOthersConsequence')}
      verb={t('sessions.endOthers')}
      run={async () => {
        const { ended } = await endOthers({});
        notify.success(t('sessions.ended', { count: ended }));
      }}
    >
      {t('sessions.endOthers')}
    </ConfirmButton>
  );
  return (
    <Section title={t('sessions.title')} actions={actions}>
      <ReadView of={sessions}>
        {({ rows }) => (
          <ul className={css.rows}>
            {rows.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </ReadView>
    </Section>
  );
}

function SessionRow({ session }: { session: OpenSession }) {
  const { t } = useTranslation('personal');
  const { save, isSaving } = useSave(account.endSession);
  const { id, isCurrent, userAgent, address, lastSeenAt } = session;
  const device = deviceName(userAgent) ?? t('sessions.unknownDevice');
  const end = () => save({ id }).catch((error: unknown) => notify.failure(refusalText(error)));
  return (
    <li className={css.row}>
      <span className={css.what}>
        <bdi title={userAgent ?? undefined}>{device}</bdi>{' '}
        {isCurrent && <StatusTag tone="done">{t('sessions.current')}</StatusTag>}
      </span>
      <span className={css.when}>
        {t('sessions.lastSeen')} <InstantText at={lastSeenAt} />
        {address !== null && (
          <>
            {' · '}
            <bdi dir="ltr">{address}</bdi>
          </>
        )}
      </span>
      {!isCurrent && (
        <Button loading={isSaving} aria-label={t('sessions.endThis', { device })} onClick={() => void end()}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
