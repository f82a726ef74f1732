import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { auditChain, type AuditChain, type AuditCheck } from '@daybook/contracts/audit-log/audit-log';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useLiveRead } from '@daybook/shared/read/use-read';
import { countText } from '@daybook/shared/record/count-text';
import { InstantText } from '@daybook/shared/record/date-text';
import { UnsealedAlarm } from '../unsealed-alarm.tsx';
import styles from './audit-log.module.css';

const isRunning = ({ check }: AuditChain): boolean => check?.status === 'running';

/** Whether the log is as it was written: the last check of its chain, and a button to check it now. */
export function ChainNote() {
  const { t } = useTranslation('settings');
  const read = useLiveRead(auditChain.open, {}, isRunning);
  const { save, isSaving } = useSave(auditChain.check);
  const { data } = read;
  // Its place, so that the list below does not move.
  if (data === undefined) return read.error === null ? <div className={styles.chain} /> : null;
  const check = async () => {
    try {
      await save({});
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return (
    <section className={styles.chain} aria-label={t('audit.chain')}>
      <Alert
        className={styles.state ?? ''}
        type={toneOf(data.check)}
        showIcon
        title={<State chain={data} />}
        description={data.check?.status === 'done' && <Broken check={data.check} />}
        action={
          <Button loading={isSaving || isRunning(data)} onClick={() => void check()}>
            {t('audit.verify')}
          </Button>
        }
      />
      <UnsealedAlarm since={data.unsealedSince} />
      <details className={styles.about}>
        <summary>{t('audit.aboutTitle')}</summary>
        <p>{t('audit.about')}</p>
        <p>{t('audit.retention')}</p>
        {data.head !== null && (
          <p>
            {t('audit.head')} <InstantText at={data.head.at} />{' '}
            <code className={styles.hash}>{data.head.hash}</code>
          </p>
        )}
      </details>
    </section>
  );
}

function toneOf(check: AuditCheck | null): 'info' | 'success' | 'error' {
  if (check === null || check.status === 'running') return 'info';
  return check.status === 'done' && check.found === 0 ? 'success' : 'error';
}

function State({ chain: { sealed, check } }: { chain: AuditChain }) {
  const { t } = useTranslation('settings');
  if (check === null) return t('audit.neverChecked', { count: sealed, rows: countText(sealed) });
  if (check.status === 'running') return t('audit.checking', { rows: countText(sealed) });
  const at = <InstantText at={check.endedAt ?? check.askedAt} />;
  if (check.status === 'failed')
    return (
      <>
        {t('audit.checkFailed')} {at}
      </>
    );
  const found = check.found ?? 0;
  return (
    <>
      {found === 0
        ? t('audit.unaltered', { count: check.sealed ?? 0, rows: countText(check.sealed ?? 0) })
        : t('audit.altered', { count: found, rows: countText(found) })}{' '}
      {at}
      {check.by !== null && (
        <>
          {' '}
          · <bdi>{check.by}</bdi>
        </>
      )}
    </>
  );
}

/** The first rows that are not as they were sealed. */
function Broken({ check: { findings } }: { check: AuditCheck }) {
  const { t } = useTranslation('settings');
  if (findings.length === 0) return null;
  return (
    <ul>
      {findings.slice(0, 10).map(({ seq, eventId, fault }) => (
        <li key={seq}>{t(`audit.faults.${fault}`, { row: eventId, seq })}</li>
      ))}
    </ul>
  );
}
