import Drawer from 'antd/es/drawer';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  auditLog,
  type AuditChange,
  type AuditEntry,
  type AuditValue,
} from '@daybook/contracts/audit-log/audit-log';
import { useReturnFocus } from '@daybook/shared/form/use-dialog-focus';
import { valueText } from '@daybook/shared/history/value-text';
import { listLink } from '@daybook/shared/list-link';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { InstantText } from '@daybook/shared/record/date-text';
import { Facts, RecordSection } from '@daybook/shared/record/record-screen';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { addressOf, tones, useCommandText } from './audit-words.ts';
import styles from './audit-log.module.css';

/** One line of the log: its circumstances, and each field before and after. */
export default function AuditDrawer({ no, onClose }: { no: number; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('settings');
  const read = useRead(auditLog.open, { no });
  return (
    <Drawer open size="large" title={t('audit.entry')} onClose={onClose} aria-label={t('audit.entry')}>
      <ReadView of={read}>{(entry) => <Shown entry={entry} />}</ReadView>
    </Drawer>
  );
}

function Shown({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('settings');
  const commandText = useCommandText();
  const { act, at, by, address, userAgent, kind, requestId } = entry;
  return (
    <div className={styles.entry}>
      <p className={styles.what}>
        <StatusTag tone={tones[act]}>{t(`audit.acts.${act}`)}</StatusTag>
        <span>{commandText(entry)}</span>
      </p>
      <Facts
        facts={[
          { label: t('audit.at'), value: <InstantText at={at} /> },
          { label: t('audit.by'), value: <bdi>{by?.label ?? t('audit.nobody')}</bdi> },
          { label: t('audit.address'), value: address === null ? undefined : <bdi>{address}</bdi> },
          ...(userAgent === null ? [] : [{ label: t('audit.browser'), value: <bdi>{userAgent}</bdi> }]),
          { label: t('audit.kind'), value: t(`audit.kinds.${kind}`) },
          { label: t('audit.record'), value: <RecordLinks entry={entry} /> },
          ...(requestId === null ? [] : [{ label: t('audit.request'), value: <code>{requestId}</code> }]),
        ]}
      />
      {entry.changes.length > 0 && <Changes changes={entry.changes} />}
    </div>
  );
}

/** The record, and the way to all that was ever done to it. */
function RecordLinks({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('settings');
  const { record, kind } = entry;
  if (record === null) return '–';
  const address = addressOf(entry);
  const label = record.label ?? t('audit.unnamed');
  return (
    <span className={styles.record}>
      {address === null ? (
        <bdi>{label}</bdi>
      ) : (
        <Link to={address}>
          <bdi>{label}</bdi>
        </Link>
      )}
      <Link to={listLink('audit_log', { kind, recordId: record.id })}>{t('audit.ofRecord')}</Link>
    </span>
  );
}

function Changes({ changes }: { changes: readonly AuditChange[] }) {
  const { t } = useTranslation('settings');
  // Several rows of one command may write the same field.
  const rows = changes.map((change, index) => ({ ...change, key: `${index}` }));
  return (
    <RecordSection title={t('audit.changes')}>
      <div className={styles.scroll}>
        <table className={styles.changes} aria-label={t('audit.changes')}>
          <thead>
            <tr>
              <th scope="col">{t('audit.field')}</th>
              <th scope="col">{t('audit.before')}</th>
              <th scope="col">{t('audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, before, after }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>
                  <Value value={before} />
                </td>
                <td>
                  <Value value={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </RecordSection>
  );
}

function Value({ value }: { value: AuditValue | null }) {
  const { t } = useTranslation('shared');
  if (value === null) return '–';
  if (value.as === 'instant') return <InstantText at={value.at} />;
  return <bdi>{valueText(value, { yes: t('history.yes'), no: t('history.no') })}</bdi>;
}
