import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { backupSettings, mostKept, type BackupSettings } from '@daybook/contracts/settings/backups/backups';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { halfHours } from '@daybook/shared/half-hours';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useRead } from '@daybook/shared/read/use-read';
import { DestinationFields } from './destination-fields.tsx';
import { EncryptionFields } from './encryption-fields.tsx';
import styles from './backups.module.css';

const Field = fieldOf(backupSettings.save);

/** The schedule in a dialog, because no draft may keep a passphrase. */
export function ScheduleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { data, error } = useRead(backupSettings.open, {});
  useEffect(() => {
    if (error === null) return;
    notify.failure(refusalText(error));
    onClose();
  }, [error, onClose]);
  if (data === undefined) return null;
  const { version, usualFolder: _folder, usualBucket: _bucket, timezone: _zone, ...initial } = data;
  return (
    <FormDialog
      title={t('backup.form.title')}
      endpoint={backupSettings.save}
      initial={initial}
      version={version}
      verb={t('backup.form.save')}
      onSaved={() => {
        notify.success(t('backup.form.saved'));
        onClose();
      }}
      onClose={onClose}
    >
      <Fields settings={data} />
    </FormDialog>
  );
}

function Fields({ settings }: { settings: BackupSettings }) {
  const { t } = useTranslation('settings');
  return (
    <>
      <Field name="isOn" label={t('backup.form.isOn')} valueProp="checked">
        <Switch />
      </Field>
      <Field
        name="atTime"
        label={t('backup.form.atTime')}
        hint={t('backup.form.atTimeHint', { zone: settings.timezone })}
      >
        <Select showSearch options={halfHours} />
      </Field>
      <DestinationFields settings={settings} />
      <EncryptionFields settings={settings} />
      <Kept />
    </>
  );
}

function Kept() {
  const { t } = useTranslation('settings');
  return (
    <>
      <div className={styles.kept}>
        <Field name="keepDaily" label={t('backup.form.keepDaily')}>
          <InputNumber min={1} max={mostKept.keepDaily} precision={0} />
        </Field>
        <Field name="keepWeekly" label={t('backup.form.keepWeekly')}>
          <InputNumber min={0} max={mostKept.keepWeekly} precision={0} />
        </Field>
        <Field name="keepMonthly" label={t('backup.form.keepMonthly')}>
          <InputNumber min={0} max={mostKept.keepMonthly} precision={0} />
        </Field>
      </div>
      <p className={styles.detail}>{t('backup.form.keepHint')}</p>
    </>
  );
}
