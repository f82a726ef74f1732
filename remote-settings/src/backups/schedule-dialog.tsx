import Form from 'antd/es/form';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  backupSettings,
  encryptions,
  mostKept,
  shortestPassphrase,
  type BackupSettings,
} from '@daybook/contracts/settings/backups/backups';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { halfHours } from '@daybook/shared/half-hours';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useRead } from '@daybook/shared/read/use-read';
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
  const { version, usualFolder: _usual, timezone: _zone, ...initial } = data;
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

function Fields({ settings: { usualFolder, timezone } }: { settings: BackupSettings }) {
  const { t } = useTranslation('settings');
  return (
    <>
      <Field name="isOn" label={t('backup.form.isOn')} valueProp="checked">
        <Switch />
      </Field>
      <Field
        name="atTime"
        label={t('backup.form.atTime')}
        hint={t('backup.form.atTimeHint', { zone: timezone })}
      >
        <Select showSearch options={halfHours} />
      </Field>
      <Field name="folder" label={t('backup.folder')} hint={t('backup.form.folderHint')}>
        <Input
          dir="ltr"
          autoComplete="off"
          maxLength={500}
          {...(usualFolder !== null && {
            placeholder: t('backup.form.usualFolder', { folder: usualFolder }),
          })}
        />
      </Field>
      <Encryption />
      <Kept />
    </>
  );
}

function Encryption() {
  const { t } = useTranslation('settings');
  const form = Form.useFormInstance();
  const encryption = Form.useWatch<BackupSettings['encryption'] | undefined>('encryption', form);
  return (
    <>
      <Field name="encryption" label={t('backup.form.encryption')}>
        <Select
          options={encryptions.map((value) => ({ value, label: t(`backup.form.encryptions.${value}`) }))}
        />
      </Field>
      {encryption === 'passphrase' && <Passphrase />}
      {encryption === 'recipients' && (
        <Field
          name="recipients"
          label={t('backup.form.recipients')}
          isRequired
          hint={t('backup.form.recipientsHint')}
        >
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',', '\n']} />
        </Field>
      )}
    </>
  );
}

function Passphrase() {
  const { t } = useTranslation('settings');
  const { data } = useRead(backupSettings.open, {});
  const isKept = data?.encryption === 'passphrase';
  return (
    <Field
      name="passphrase"
      label={t('backup.form.passphrase')}
      isRequired={!isKept}
      hint={
        isKept
          ? t('backup.form.passphraseKept')
          : t('backup.form.passphraseHint', { count: shortestPassphrase })
      }
    >
      <Input.Password dir="ltr" autoComplete="new-password" maxLength={500} />
    </Field>
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
