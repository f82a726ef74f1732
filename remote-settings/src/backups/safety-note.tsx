import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupState, BackupVerdict } from '@daybook/contracts/settings/backups/backups';
import { InstantText } from '@daybook/shared/record/date-text';
import { useRequests } from './use-requests.ts';
import styles from './backups.module.css';

const tones: Record<BackupVerdict, 'success' | 'warning' | 'error'> = {
  held: 'warning',
  overdue: 'error',
  never: 'error',
  proofFailed: 'error',
  failed: 'error',
  off: 'error',
  unproved: 'warning',
  safe: 'success',
};

interface Props {
  state: BackupState;
  onSchedule: () => void;
}

/** Whether the firm is safe, in one sentence, and what to do if it is not. */
export function SafetyNote({ state, onSchedule }: Props) {
  const { t } = useTranslation('settings');
  const { verdict, isRunning, isProving, lastProof } = state;
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
      {(isRunning || isProving) && (
        <Alert type="info" showIcon title={t(isRunning ? 'backup.running' : 'backup.proving')} />
      )}
      <Facts state={state} />
      <details className={styles.keep}>
        <summary>{t('backup.keep')}</summary>
        <p>{t('backup.keepKey')}</p>
        <p>{t('backup.keepPassphrase')}</p>
        <p>{t('backup.keepFolder')}</p>
        {lastProof !== null && <p>{t(`backup.proofAbout.${lastProof.proof}`)}</p>}
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

function Buttons({ state: { lastGood, isProving }, onSchedule }: Props) {
  const { t } = useTranslation('settings');
  const { prove, isRequestingProof } = useRequests();
  return (
    <div className={styles.buttons}>
      <Button onClick={onSchedule}>{t('backup.edit')}</Button>
      {lastGood !== null && (
        <Button loading={isRequestingProof || isProving} onClick={() => prove(lastGood.id)}>
          {t('backup.prove')}
        </Button>
      )}
    </div>
  );
}

function Facts({ state: { isOn, atTime, timezone, folder, lastGood, lastProof } }: { state: BackupState }) {
  const { t } = useTranslation('settings');
  const none = t('backup.none');
  const place = lastGood === null ? folder : `${lastGood.folder}/${lastGood.file}`;
  return (
    <dl className={styles.facts}>
      <Fact name={t('backup.lastGood')}>{lastGood === null ? none : <InstantText at={lastGood.at} />}</Fact>
      <Fact name={t('backup.place')}>{place === null ? none : <bdi dir="ltr">{place}</bdi>}</Fact>
      <Fact name={t('backup.lastProof')}>
        {lastProof === null ? (
          none
        ) : (
          <>
            <InstantText at={lastProof.at} /> · {t(`backup.proofs.${lastProof.proof}`)}
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
