import { useState } from 'react';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { account, type SignIn } from '@daybook/contracts/auth/account';
import { InstantText } from '@daybook/shared/record/date-text';
import { ReadView } from '@daybook/shared/read/read-view';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';
import { useRead } from '@daybook/shared/read/use-read';
import { deviceName } from './device-name.ts';
import { Section } from './section.tsx';
import css from './profile.module.css';

const shownAtFirst = 5;
const tones: Record<SignIn['outcome'], Tone> = {
  signed_in: 'done',
  wrong_password: 'overdue',
  wrong_code: 'overdue',
  delayed: 'waiting',
  other_network: 'overdue',
};

/** Recent attempts to sign in as this person, so that they notice a stranger. */
export function SignInsSection() {
  const { t } = useTranslation('personal');
  const [showsAll, setShowsAll] = useState(false);
  const signIns = useRead(account.signIns, {});
  return (
    <Section title={t('signIns.title')}>
      <ReadView of={signIns}>
        {({ rows }) => (
          <>
            <ul className={css.rows}>
              {rows.slice(0, showsAll ? rows.length : shownAtFirst).map((attempt) => (
                <SignInRow key={attempt.id} attempt={attempt} />
              ))}
            </ul>
            {!showsAll && rows.length > shownAtFirst && (
              <Button type="link" onClick={() => setShowsAll(true)}>
                {t('signIns.showAll')}
              </Button>
            )}
          </>
        )}
      </ReadView>
    </Section>
  );
}

function SignInRow({ attempt }: { attempt: SignIn }) {
  const { t } = useTranslation('personal');
  const { outcome, at, userAgent, address } = attempt;
  return (
    <li className={css.row}>
      <span className={css.what}>
        <StatusTag tone={tones[outcome]}>{t(`signIns.outcome.${outcome}`)}</StatusTag>{' '}
        <bdi title={userAgent ?? undefined}>{deviceName(userAgent) ?? t('sessions.unknownDevice')}</bdi>
      </span>
      <span className={css.when}>
        <InstantText at={at} />
        {address !== null && (
          <>
            {' · '}
            <bdi dir="ltr">{address}</bdi>
          </>
        )}
      </span>
    </li>
  );
}
