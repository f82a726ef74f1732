import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import { InstantText } from '@daybook/shared/record/date-text';

/** Rows of the audit log wait too long for their seal: the process that seals does not run, or fails. */
export function UnsealedAlarm({ since }: { since: string | null }) {
  const { t } = useTranslation('settings');
  if (since === null) return null;
  return (
    <Alert
      type="error"
      showIcon
      title={
        <>
          {t('audit.unsealedSince')} <InstantText at={since} />
        </>
      }
    />
  );
}
