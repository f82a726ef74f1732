import { useState } from 'react';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { mailSettings, type MailSettings } from '@daybook/contracts/settings/mail/mail-settings';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { useSave } from '@daybook/shared/form/use-save';
import styles from './mail-settings.module.css';

type Tested = OutputOf<typeof mailSettings.test>;

interface Props {
  settings: MailSettings;
  /** Opens a dialog, which stands outside the form. */
  onOpen: (dialog: 'change' | 'remove') => void;
}

/** Which mail server sends, and from which address. It is changed in a dialog, because no draft may keep a password. */
export function MailServer({ settings, onOpen }: Props) {
  const { t } = useTranslation('settings');
  const { environment, host } = settings;
  const isSetUp = environment.server !== null || host !== null;
  return (
    <section className={styles.server} aria-labelledby="mail-server">
      <h2 id="mail-server">{t('mail.server')}</h2>
      <Facts settings={settings} />
      <div className={styles.actions}>
        {environment.server === null && (
          <Button onClick={() => onOpen('change')}>{t(host === null ? 'mail.setUp' : 'mail.change')}</Button>
        )}
        {environment.server === null && host !== null && (
          <Button onClick={() => onOpen('remove')}>{t('mail.remove')}</Button>
        )}
        {isSetUp && <TestButton />}
      </div>
    </section>
  );
}

function Facts({ settings }: { settings: MailSettings }) {
  const { t } = useTranslation('settings');
  const { environment, host, port, security, username } = settings;
  const sender = environment.sender ?? settings.sender;
  const from = sender === null ? null : <p>{t('mail.from', { sender })}</p>;
  if (environment.server !== null)
    return (
      <>
        <Alert type="info" showIcon title={t('mail.ofEnvironment', environment.server)} />
        {from}
      </>
    );
  if (host === null || port === null || security === null) return <p>{t('mail.none')}</p>;
  return (
    <>
      <p>
        <bdi>{`${host}:${port}`}</bdi> · {t(`mail.securities.${security}`)}
        {username !== null && (
          <>
            {' · '}
            <bdi>{username}</bdi>
          </>
        )}
      </p>
      {from}
      {environment.sender !== null && <p>{t('mail.senderOfEnvironment')}</p>}
    </>
  );
}

const tones = {
  accepted: 'success',
  refused: 'error',
  unreachable: 'error',
  password_unreadable: 'error',
} as const;

function TestButton() {
  const { t } = useTranslation('settings');
  const { save, isSaving } = useSave(mailSettings.test);
  const [tested, setTested] = useState<Tested | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const test = async () => {
    setTested(null);
    setFailure(null);
    try {
      setTested(await save({}));
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <>
      <Button loading={isSaving} onClick={() => void test()}>
        {t('mail.test')}
      </Button>
      {failure !== null && <ErrorBox error={failure} />}
      {tested !== null && (
        <Alert
          type={tones[tested.outcome]}
          showIcon
          title={t(`mail.tested.${tested.outcome}`, { to: tested.to })}
          description={tested.answer !== null && <bdi>{tested.answer}</bdi>}
        />
      )}
    </>
  );
}
