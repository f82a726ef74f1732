import { useTranslation } from 'react-i18next';
import type { InvoiceMail } from '@daybook/contracts/billing/invoices/invoice-mails';
import { InstantText } from '@daybook/shared/record/date-text';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';
import { useRead } from '@daybook/shared/read/use-read';
import type { Mails } from './sent-document.ts';
import styles from './document.module.css';

const tones: Record<InvoiceMail['status'], Tone> = {
  waiting: 'waiting',
  delivered: 'done',
  partial: 'overdue',
  failed: 'overdue',
};

/** The mails that were sent: to whom, by whom, and whether they arrived. */
export function SentMails({ id, mails }: { id: string; mails: Mails }) {
  const { t } = useTranslation('billing');
  const { data } = useRead(mails.list, { id });
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <RecordSection title={t('mails.title')}>
      <ul className={styles.mails}>
        {data.rows.map((mail) => (
          <li key={mail.nth}>
            <SentMail mail={mail} />
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}

function SentMail({ mail }: { mail: InvoiceMail }) {
  const { t } = useTranslation('billing');
  const { at, by, sentTo, copiedTo, subject, status, lastError, refused, files } = mail;
  return (
    <>
      <StatusTag tone={tones[status]}>{t(`mailStatus.${status}`)}</StatusTag> <InstantText at={at} />{' '}
      {by !== null && <bdi>{t('mails.by', { name: by })}</bdi>}
      <div className={styles.words}>
        <bdi>{subject}</bdi>
      </div>
      <div className={styles.words}>
        <bdi>{sentTo.join(', ')}</bdi>
      </div>
      {copiedTo.length > 0 && (
        <div className={styles.words}>{t('mails.copied', { addresses: copiedTo.join(', ') })}</div>
      )}
      {files.length > 0 && (
        <div className={styles.words}>{t('mails.files', { files: files.join(', ') })}</div>
      )}
      {refused.length > 0 && (
        <div className={styles.overdue}>{t('mails.refused', { addresses: refused.join(', ') })}</div>
      )}
      {lastError !== null && (
        <div className={styles.overdue}>
          {t(status === 'failed' ? 'mails.gaveUp' : 'mails.retried', { reason: lastError })}
        </div>
      )}
    </>
  );
}
