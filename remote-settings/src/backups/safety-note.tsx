import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupState, BackupVerdict } from '@daybook/contracts/settings/backups/backups';
import { InstantText } from '@daybook/shared/record/date-text';
import { useRequests } from './use-requests.ts';
import styles from './backups.module.css';

/** Red is for what has failed; what has not been set up yet is amber. */
const tones: Record<BackupVerdict, 'success' | 'info' | 'warning' | 'error'> = {
  held: 'warning',
  overdue: 'error',
  never: 'warning',
  testFailed: 'error',
  failed: 'error',
  off: 'warning',
  untested: 'warning',
  unopened: 'info',
  safe: 'success',
};

interface Props {
  state: BackupState;
  onSchedule: () => void;
}

/** Whether the firm is safe, in one sentence, and what to do if it is not. */
export function SafetyNote({ state, onSchedule }: Props) {
  const { t } = useTranslation('settings');
  const { verdict, isRunning, isTesting, lastTest } = state;
  return (
    <section className={styles.note} aria-label={t('backup.state')}>
      <div className={styles.top}>
        <Alert
          type={tones[verdict]}
          showIcon
          className={styles.verdict ?? ''}
          title={t(`backup.verdicts.${verdict}`)}
          description={verdict === 'safe' ? undefined : <Todo state={state} />}
        />
        <Buttons state={state} onSchedule={onSchedule} />
      </div>
      {(isRunning || isTesting) && (
        <Alert type="info" showIcon title={t(isRunning ? 'backup.running' : 'backup.testing')} />
      )}
      <Facts state={state} />
      <details className={styles.keep}>
        <summary>{t('backup.keep')}</summary>
        <p>{t('backup.keepKey')}</p>
        <p>{t('backup.keepPassphrase')}</p>
        <p>{t('backup.keepFolder')}</p>
        {lastTest !== null && <p>{t(`backup.testAbout.${lastTest.test}`)}</p>}
      </details>
    </section>
  );
}

function Todo({ state: { verdict, atTime, fault, detail } }: { state: BackupState }) {
  const { t } = useTranslation('settings');
  return (
    <>
      {fault !== null && <p>{t(`backup.faults.${fault}`)}</p>}
      {detail !== null && (
        <p className={styles.detail}>
          <bdi>{detail}</bdi>
        </p>
      )}
      <p>{t(`backup.todo.${verdict}`, { time: atTime })}</p>
    </>
  );
}

function Buttons({ state: { lastGood, isTesting }, onSchedule }: Props) {
  const { t } = useTranslation('settings');
  const { test, isRequestingTest } = useRequests();
  return (
    <div className={styles.buttons}>
      <Button onClick={onSchedule}>{t('backup.edit')}</Button>
      {lastGood !== null && (
        <Button loading={isRequestingTest || isTesting} onClick={() => test(lastGood.id)}>
          {t('backup.testRestore')}
        </Button>
      )}
    </div>
  );
}

function Facts({ state: { isOn, atTime, timezone, folder, lastGood, lastTest } }: { state: BackupState }) {
  const { t } = useTranslation('settings');
  const none = t('backup.none');
  const place = lastGood === null ? folder : `${lastGood.folder}/${lastGood.file}`;
  return (
    <dl className={styles.facts}>
      <Fact name={t('backup.lastGood')}>{lastGood === null ? none : <InstantText at={lastGood.at} />}</Fact>
      <Fact name={t('backup.place')}>{place === null ? none : <bdi dir="ltr">{place}</bdi>}</Fact>
      <Fact name={t('backup.lastTest')}>
        {lastTest === null ? (
          none
        ) : (
          <>
            <InstantText at={lastTest.at} /> · {t(`backup.tests.${lastTest.test}`)}
          </>
        )}
      </Fact>
      <Fact name={t('backup.next')}>
        {isOn ? t('backup.nightly', { time: atTime, zone: timezone }) : t('backup.notNightly')}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
