import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import {
  backupSettings,
  encryptions,
  shortestPassphrase,
  type BackupSettings,
} from '@daybook/contracts/settings/backups/backups';
import { fieldOf } from '@daybook/shared/form/field';

const Field = fieldOf(backupSettings.save);

interface Props {
  settings: BackupSettings;
}

/** How backups are encrypted, and what opens them. */
export function EncryptionFields({ settings }: Props) {
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
      {encryption === 'passphrase' && <Passphrase settings={settings} />}
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

function Passphrase({ settings }: Props) {
  const { t } = useTranslation('settings');
  const isKept = settings.encryption === 'passphrase';
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
